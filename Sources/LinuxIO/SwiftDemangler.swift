internal import CShims
internal import Glibc

/// The demangler of the Swift runtime that the program is linked with.
package enum SwiftDemangler {
  /// The demangled text of a symbol as Swift prints it; nil where it is no whole Swift symbol.
  ///
  /// Time and memory grow with the result, which can be far longer than the symbol: the caller bounds
  /// what it asks for.
  package static func demangle(_ symbol: String) -> String? {
    var symbol = symbol
    let demangled = symbol.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe swift_demangle(characters.baseAddress, characters.count, nil, nil, 0)
      }
    }
    guard let demangled = unsafe demangled else { return nil }
    defer { unsafe free(demangled) }
    let text = unsafe String(cString: demangled)
    // The runtime gives back what it cannot read.
    return text == symbol ? nil : text
  }
}
