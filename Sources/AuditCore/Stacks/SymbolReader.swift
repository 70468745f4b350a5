/// Reads symbols: whose a frame is, which class keeps an id, what stays the same between builds.
package final class SymbolReader {
  /// Demangles a Swift symbol; nil where it is none. Passed in: the core imports nothing.
  package typealias Demangle = (String) -> String?

  private let demangle: Demangle

  package init(
    demangle: @escaping Demangle, systemImages: [String] = [], hookSymbols: [String] = []
  ) {
    self.demangle = demangle
  }

  package func facts(of frames: [Frame], texts: TextTable) -> StackFacts { StackFacts() }
  package func lines(of frames: [Frame], texts: TextTable) -> [String] { [] }

  /// The holder and blame of a task that has no stack, from its name: the class in UIKit's default
  /// name `Called by IMAGE, from SYMBOL` unless that is the hook's, else the name itself.
  package func facts(ofName name: TextID, texts: TextTable) -> StackFacts { StackFacts() }

  /// UIKit's own task, tracked but never blamed.
  package func isSystemTask(name: TextID, texts: TextTable) -> Bool { false }
}
