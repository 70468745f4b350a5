// The program that libFuzzer drives. `Tests/Fuzz/run` calls it; see README.md there.
import CFuzz
import Glibc
import LinuxIO

/// The target that the environment names. An argument would not do: libFuzzer starts the program anew
/// with its own arguments to make an input smaller.
enum Chosen {
  static let target = FuzzTarget.all.first { $0.name == name }
  static let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) }
}

func fail(_ text: String) -> Never {
  StandardStream.error.write("fuzz: \(text)\n")
  exit(EX_USAGE)
}

func writeSeeds(cases: String, into folder: String) throws {
  guard let target = Chosen.target else { fail("FUZZ_TARGET names no target") }
  for (number, seed) in target.seeds(try SeedLogs(folder: cases)).enumerated() {
    let path = "\(folder)/seed-\(number)"
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if file < 0 { fail("\(path): cannot write: \(SystemError.text(of: errno))") }
    _ = try Descriptor(owning: file).writeAll(seed, object: path)
  }
}

func runFuzzer() -> Int32 {
  guard Chosen.target != nil else { fail("FUZZ_TARGET names no target") }
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    var input = FuzzInput(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
    do throws(BrokenProperty) {
      try Chosen.target?.run(&input)
    } catch {
      StandardStream.error.write("fuzz: broken property: \(error)\n")
      abort()
    }
    return 0
  }
}

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("targets", 1):
  StandardStream.output.write(FuzzTarget.all.map { $0.name + "\n" }.joined())
case ("dictionary", 1): StandardStream.output.write(Dictionary.text)
case ("seed", 3):
  do {
    try writeSeeds(cases: words[words.startIndex + 1], into: words[words.startIndex + 2])
  } catch {
    fail("\(error)")
  }
default: exit(runFuzzer())
}
