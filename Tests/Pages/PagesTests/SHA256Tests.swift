import Testing

@testable import Pages

@Suite struct SHA256Tests {
  /// FIPS 180-4's own examples, and lengths about a block's end.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
    (
      String(repeating: "a", count: 1000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `digests are those of the standard`(message: String, wanted: String) {
    let digits = Array("0123456789abcdef")
    let text = SHA256.digest(of: Array(message.utf8)).map { byte in
      String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
    #expect(text.joined() == wanted)
  }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `base64 is that of the standard`(text: String, wanted: String) {
    #expect(Base64.text(Array(text.utf8)) == wanted)
  }
}
