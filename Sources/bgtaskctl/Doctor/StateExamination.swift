import AuditCore
import AuditStore
import Glibc
import LinuxIO

/// The state directory: can be read, is ours, how large it is, and how much room is left for it.
struct StateExamination {
  /// Below the machine's root.
  let directory: String
  /// `MaxSize=` of the configuration.
  let bytesMax: Int64

  /// Below this the disk is as good as full: one flood of a client fills it.
  static let freeBytesMin: Int64 = 64 << 20

  func examine() -> [Examination] {
    let subject = "state"
    do throws(SystemError) {
      _ = try FileStatus(of: directory)
      let size = try File.names(inFolder: directory).reduce(Int64(0)) { sum, name in
        sum + ((try? FileStatus(of: "\(directory)/\(name)").bytes) ?? 0)
      }
      return [store(size), room(size)]
    } catch {
      switch error.code {
      case ENOENT:
        return [.ok(subject, "\(directory): nothing is kept yet; the first start makes it")]
      case EACCES, EPERM:
        return [
          .hint(subject, "\(directory) is not for you to read", mend: "sudo bgtaskctl doctor")
        ]
      default:
        return [.fault(subject, error.description, mend: "see to it that it is a folder")]
      }
    }
  }

  private func store(_ size: Int64) -> Examination {
    let subject = "state"
    do throws(StoreError) {
      let reader = try StateReader(
        path: directory, options: StoreOptions(rowFormat: StateFormat.version))
      return .ok(subject, "\(reader.path) opens; \(Self.text(ofBytes: size)) in \(directory)")
    } catch {
      if error.kind == .unreachable { return .ok(subject, "\(directory): nothing is kept yet") }
      if error.isTransient {
        return .warning(subject, error.description, mend: "bgtaskctl db check says more")
      }
      return .fault(
        subject, error.description,
        mend: "bgtaskctl db check says more; to forget it all: sudo systemctl stop bgtaskd.service "
          + "bgtaskd.socket bgtaskd-control.socket; sudo systemctl clean --what=state bgtaskd.service"
      )
    }
  }

  private func room(_ size: Int64) -> Examination {
    let subject = "disk"
    do throws(SystemError) {
      let free = try FileStatus.freeBytes(at: directory)
      let text = "\(Self.text(ofBytes: free)) are free for \(directory)"
      if free < Self.freeBytesMin {
        return .warning(subject, text, mend: "make room; the daemon goes on in memory meanwhile")
      }
      if free < bytesMax - size {
        return .hint(
          subject, "\(text), and it may grow to \(Self.text(ofBytes: bytesMax))",
          mend: "make room, or set MaxSize= in [State] of the configuration")
      }
      return .ok(subject, text)
    } catch {
      return .warning(subject, error.description, mend: "df \(directory) says more")
    }
  }

  /// `12.5 MiB`.
  static func text(ofBytes bytes: Int64) -> String {
    var tenths = max(bytes, 0) > Int64.max / 10 ? Int64.max : max(bytes, 0) * 10
    for unit in ["B", "KiB", "MiB", "GiB"] {
      if tenths < 10240 {
        return unit == "B" ? "\(tenths / 10) B" : "\(tenths / 10).\(tenths % 10) \(unit)"
      }
      tenths /= 1024
    }
    return "\(tenths / 10).\(tenths % 10) TiB"
  }
}
