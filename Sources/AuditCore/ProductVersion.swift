/// The version of both programs, as `--version` and `status` say it.
package enum ProductVersion {
  package static let text = "0.1.0"
}
