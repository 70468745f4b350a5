import Foundation

/// The logs of `Tests/Cases`, in the order of their names.
enum CaseLogs {
  static let all: [(name: String, log: [UInt8])] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Cases")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let file = folder.appending(path: name).appending(path: "input.log")
      return (try? Data(contentsOf: file)).map { (name, Array($0)) }
    }
  }()
}
