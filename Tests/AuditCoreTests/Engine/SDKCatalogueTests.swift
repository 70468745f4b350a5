import Testing

@testable import AuditCore

@Suite struct SDKCatalogueTests {
  private let catalogue: SDKCatalogue

  init() {
    var catalogue = SDKCatalogue()
    func add(_ name: String, _ change: (inout SDKSigns) -> Void) {
      var signs = SDKSigns()
      change(&signs)
      catalogue.add(SDKProduct(name: name), signs)
    }
    add("Amazing") { $0.prefixes = ["AMA"] }
    add("Amazing Maps") { $0.prefixes = ["AMAMap"] }
    add("Images") {
      $0.classes = ["SDImageCache", "Images.Cache"]
      $0.images = ["ImagesKit"]
    }
    add("Chat") { $0.modules = ["StreamChat"] }
    add("Transport") { $0.tasks = ["GDTStorage", "com.example.*"] }
    self.catalogue = catalogue
  }

  private func product(
    holder: String? = nil, image: String? = nil, task: String? = nil, process: String? = "App"
  ) -> String? {
    let blame = Blame(image: image, symbol: nil, holder: holder)
    return catalogue.product(of: blame, taskName: task, process: process)?.name
  }

  @Test(arguments: [
    ("AMAUploader", "Amazing"), ("AMAURLSession", "Amazing"), ("AMAMapView", "Amazing Maps"),
    ("AMAMapping", "Amazing"), ("AMAMap", "Amazing"), ("AMA", nil), ("AMAze", nil),
    ("AMA_upload", nil), ("AMA2Uploader", nil), ("XAMAUploader", nil), ("amaUploader", nil),
    ("", nil),
  ])
  func `a beginning ends where the next word begins, and the longest counts`(
    holder: String, wanted: String?
  ) {
    #expect(product(holder: holder) == wanted)
  }

  @Test(arguments: [
    ("SDImageCache", "Images"), ("SDImageCaches", nil), ("SDImage", nil), ("SDChatManager", nil),
    ("Images.Cache", "Images"), ("Images.Cache.Inner", nil), ("Cache", nil),
    ("StreamChat.Scheduler", "Chat"), ("StreamChat.Client.Worker", "Chat"),
    ("StreamChatUI.Scheduler", nil), ("StreamChat", nil), ("App.AMAUploader", nil),
  ])
  func `classes and modules count whole`(holder: String, wanted: String?) {
    #expect(product(holder: holder) == wanted)
  }

  @Test func `the app's own code is nobody's SDK, whatever it is called`() {
    #expect(product(holder: "StreamChat.AppDelegate", process: "StreamChat") == nil)
    #expect(product(holder: "StreamChat.AppDelegate", process: "Stream Chat") == "Chat")
    #expect(product(image: "ImagesKit", process: "ImagesKit") == nil)
    #expect(product(image: "ImagesKit.debug.dylib", process: "ImagesKit") == nil)
    #expect(product(image: "ImagesKit", process: "App") == "Images")
    var catalogue = SDKCatalogue()
    var signs = SDKSigns()
    signs.modules = ["My_App"]
    catalogue.add(SDKProduct(name: "My"), signs)
    for process in ["My App", "My-App", "My_App"] {
      let blame = Blame(holder: "My_App.AppDelegate")
      #expect(catalogue.product(of: blame, taskName: nil, process: process) == nil)
    }
  }

  @Test func `a task's name is no class`() {
    #expect(product(holder: "AMAUploader", task: "AMAUploader") == nil)
    #expect(product(holder: "GDTStorage", task: "GDTStorage") == "Transport")
    #expect(product(task: "com.example.upload") == "Transport")
    #expect(product(task: "com.example.") == nil)
    #expect(product(task: "GDTStorage2") == nil)
  }

  @Test func `a wrapper is known by its symbol`() {
    let blame = Blame(image: "App", symbol: "-[AMAUIApplicationWrapper begin:]", holder: nil)
    #expect(catalogue.product(of: blame, taskName: nil, process: "App")?.name == "Amazing")
    let other = Blame(image: "App", symbol: "-[Uploader begin:]", holder: nil)
    #expect(catalogue.product(of: other, taskName: nil, process: "App") == nil)
  }

  @Test func `code is asked before the name, and the name before the image`() {
    #expect(product(holder: "AMAUploader", image: "ImagesKit", task: "GDTStorage") == "Amazing")
    #expect(product(holder: "Uploader", image: "ImagesKit", task: "GDTStorage") == "Transport")
    #expect(product(holder: "Uploader", image: "ImagesKit", task: "upload") == "Images")
    #expect(product(holder: "Uploader", image: "App", task: "upload") == nil)
  }

  @Test func `what is known only of other rules is left out`() {
    var product = SDKProduct(name: "Amazing")
    product.known = "ids are overwritten"
    product.fixedIn = "2.5"
    product.link = "https://example.com/1"
    product.rules = [.overwrittenID]
    let advice =
      "Update Amazing to 2.5 or later. Known of Amazing: ids are overwritten (https://example.com/1)."
    #expect(product.about(.overwrittenID, causes: []).advice == advice)
    #expect(product.about(.unpairedTask, causes: [.overwrittenID]).advice == advice)
    #expect(product.about(.unpairedTask, causes: []) == SDKProduct(name: "Amazing"))
    #expect(product.about(.unpairedTask, causes: []).advice == nil)
    product.rules = []
    #expect(product.about(.unpairedTask, causes: []).advice == advice)
  }
}
