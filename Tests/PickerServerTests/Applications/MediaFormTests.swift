import Cryptography
import PhotoModel
import PickingSessions
import Testing

@testable import PickerServer

@Suite("The forms of a media link")
struct MediaFormTests {
    @Test("are boxes, cuts, the file and the video")
    func forms() throws {
        #expect(try MediaForm("w640-h480") == .image(PixelSize(width: 640, height: 480), .aspectFit))
        #expect(try MediaForm("h480-w640-c") == .image(PixelSize(width: 640, height: 480), .aspectFill))
        #expect(try MediaForm("c-w1-h1") == .image(PixelSize(width: 1, height: 1), .aspectFill))
        #expect(try MediaForm("w16383") == .image(PixelSize(width: 16_383, height: 16_383), .aspectFit))
        #expect(try MediaForm("d") == .download && MediaForm("dv") == .video)
    }

    @Test(
        "are nothing else", arguments: ["", "w", "h0", "w1-", "-w1", "w1--h1", "c", "w1-c", "d-c", "D", "w+1", "w1 "])
    func others(text: String) {
        #expect(throws: ServerError.self) { try MediaForm(text[...]) }
    }
}

@Suite("Signed links and page tokens")
struct SignedTextTests {
    private let key = MessageKey()
    private let asset = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5, contentTag: 7)
    private let now = Timestamp(milliseconds: 1_000_000)

    private func link(_ asset: PickedAsset, client: Int64 = 1) throws -> MediaLink {
        let text = MediaLink.text(to: asset, session: "s", position: 3, client: client, now: now, key: key)
        return try #require(MediaLink(text))
    }

    @Test("A link is made for its asset as it was picked, its client and its key")
    func bound() throws {
        let link = try link(asset)
        #expect(link.session == "s" && link.position == 3)
        #expect(link.isMade(for: asset, client: 1, key: key))
        #expect(!link.isMade(for: asset, client: 2, key: key))
        #expect(!link.isMade(for: asset, client: 1, key: MessageKey()))
        let changed = PickedAsset(localIdentifier: "a1", mediaType: .image, byteSize: 5, contentTag: 8)
        #expect(!link.isMade(for: changed, client: 1, key: key))
    }

    @Test("A link lives for an hour")
    func expiry() throws {
        let link = try link(asset)
        #expect(!link.isExpired(now.adding(seconds: MediaLink.lifetime - 1)))
        #expect(link.isExpired(now.adding(seconds: MediaLink.lifetime)))
    }

    @Test("A page token is good for its session alone")
    func tokens() {
        let text = PageToken(offset: 50).text(session: "s", key: key)
        #expect(PageToken(text, session: "s", key: key)?.offset == 50)
        #expect(PageToken(text, session: "t", key: key) == nil)
        #expect(PageToken("5" + text, session: "s", key: key) == nil)
    }

    @Test(
        "A duration has as many digits as it needs, nine at most",
        arguments: [(0.01, "0.01s"), (2, "2s"), (1.0 / 3, "0.333333333s"), (0.9999999999, "1s"), (30.5, "30.5s")])
    func durations(seconds: Double, text: String) { #expect(MediaItemResource.duration(seconds) == text) }

    @Test("What is no duration has none", arguments: [-1, .nan, .infinity, 1e300])
    func noDuration(seconds: Double) { #expect(MediaItemResource.duration(seconds) == nil) }
}
