import AuditCore

/// The `MESSAGE_ID` of each kind of journal entry. Constant for ever: catalogs, alerts and other
/// people's scripts refer to them.
enum MessageID {
  static let started = "3a79657d93574737b6b86ceb039fcd8c"
  static let stopped = "6691122e9c8647d6951dbabf4253d504"
  static let configuration = "0f8ae98b63fe46c99b328ad9bf0b6f0d"
  static let clientError = "46cab7bbd1a34048bb3ae91ff226f07c"
  /// What is known cannot be kept on disk, or can again.
  static let storage = "5ac6dedef7dd47e6a3209bf82f6c15a2"
  /// Something of before the start is missing.
  static let notKept = "3c8506bf649b44a982b01467e57dd80b"
  /// Sessions gave way because memory or the disk is at its limit.
  static let room = "13a30f79400844139fbad7e33e2301b3"

  /// Alerts were held back, because a client has more than the journal takes.
  static let heldBack = "6e50b122c78d458c9081caa1d9c9c398"

  /// Names and stacks are left out for want of room.
  static let names = "68bef45dbf4d4d039945667840366d14"

  /// A release went by without a group of findings.
  static let resolved = "12862002a2f0421e82ecec33b67540de"

  static func of(_ rule: Rule) -> String {
    switch rule {
    case .unpairedTask: "9c03597253bf4499ae807207a8148f18"
    case .overwrittenID: "8660d92a18f447efab892d3576b84f82"
    case .crossEnd: "e888bff413634ee6b1e44eb376231ed4"
    case .capturedInvalid: "13001f72c87e4e71bd83362ab25e8085"
    case .recursiveBegin: "d658640e0a8642d396a7164ea2afe8ed"
    case .idleHandler: "221d2ee0aaeb4ceb957a38333e9e521c"
    case .unstoredID: "d5b89aa7b8584d428e8c3984d79871f6"
    case .reentrantBegin: "0bd2172bce774eb7920e74c3a868652f"
    case .doubleEnd: "c14f6fbc58f441debe142350c2f58346"
    case .invalidEnd: "0e0117a2c9ae47c6aa56cdb0de522a06"
    case .unknownEnd: "86cf5cce0aaf4d4e9dea2ed99a791f1a"
    case .refusedBegin: "d6b82768439249879af53388e6670866"
    case .missingHandler: "03147d75fe6643f49ff2a4857d961830"
    case .lateEnd: "3d9d4aede4e04aeca9283cd2d554e349"
    case .stuckHandler: "1b7490daaf504e489bf18de156a5a213"
    case .longHeld: "862e46af231746cfb219db5490834468"
    case .outstandingPileup: "ddbebb5a48d1430d9fed80745ae00719"
    case .systemKill: "f13ee1ed25bf4e3cb9579a01289e1f64"
    case .unrelatedKill: "9708d616dfde4a90b0732b30087556a7"
    case .renewalChain: "bc77a5d132c24a06844c799e834a70b5"
    case .lostEvents: "220d26060f704b7b97eb3c16b08bdde4"
    }
  }
}
