import PhotoModel
import PickerHost
import Testing

@testable import PickerServer

@Suite("How urgent a client says that an image is") struct RequestUrgencyTests {
    @Test(
        "The urgency of a request decides before which others its image is made, and rubbish counts as none",
        arguments: [
            (nil, RequestPriority.visible), ("u=0", .visible), ("u=3, i", .visible), ("i", .visible), ("u=4", .near),
            ("i, u=5", .near), ("u=6", .prefetch), (" u=7 ", .prefetch), ("u=8", .visible), ("u=x", .visible),
            ("u=1,u=7", .prefetch), ("", .visible),
        ])
    func header(text: String?, expected: RequestPriority) {
        #expect(RequestPriority(text, size: PixelSize(width: 256, height: 256)) == expected)
    }

    @Test("Without an urgency, thumbnails are made before larger images", arguments: [nil, "u=9"])
    func size(text: String?) {
        #expect(RequestPriority(text, size: PixelSize(width: 1024, height: 9)) == .visible)
        #expect(RequestPriority(text, size: PixelSize(width: 9, height: 1025)) == .near)
        #expect(RequestPriority(text, size: nil) == .near)
        #expect(RequestPriority("u=3", size: nil) == .visible)
    }
}
