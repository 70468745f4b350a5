import AuditCore
import LinuxIO

/// The file of `--baseline`.
enum BaselineFile {
  /// What is wrong with it, and the exit status that says so.
  struct Failure: Error {
    var text: String
    var status: Int32
  }

  static func read(_ path: String) throws(Failure) -> Baseline {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.read(path, bytesMax: Limits.baselineBytesMax)
    } catch {
      throw Failure(text: error.description, status: ExitStatus.noInput)
    }
    do throws(Baseline.Problem) {
      return try Baseline(reading: bytes.span)
    } catch {
      throw Failure(text: error.text(of: path), status: ExitStatus.dataError)
    }
  }
}
