import CShims
import Glibc

/// The Swift runtime's own demangler, for the core, which imports nothing.
package enum Demangler {
  /// The declaration that a mangled Swift symbol stands for; nil where `symbol` is none.
  package static func demangle(_ symbol: String) -> String? {
    var symbol = symbol
    return symbol.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress,
          let text = unsafe swift_demangle(start, characters.count, nil, nil, 0)
        else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
      }
    }
  }
}
