import BackendKit
import PhotoModel

/// A backend whose libraries have image files.
struct ImageFileBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "image-files", name: "Image files", version: "1", priority: 1, capabilities: [], formats: [])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> ImageFileStub { ImageFileStub() }
}

/// A degraded file and a whole one of each asset; pixels for hosts that take no files.
final class ImageFileStub: EmptyLibrary, ImageFileLibrary {
    func requestImageFile(
        of localIdentifier: String, options: ImageOptions, call: BackendCall, deliver: (ImageFile) -> Flow
    ) throws(PhotoError) {
        guard deliver(ImageFile(bytes: [], isDegraded: true, isFinal: false)) == .more else { return }
        guard localIdentifier != "half" else { return }
        _ = deliver(ImageFile(bytes: [7, 8, 9], fullSize: PixelSize(width: 40, height: 30)))
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        _ = deliver(Frame(pixels: try .forFrame(PixelSize(width: 2, height: 1), .gray8)))
    }
}

/// A backend whose libraries list the images inside files.
struct HEIFStubBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "items", name: "Items", version: "1", priority: 1, capabilities: .heif, formats: [])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> HEIFStub { HEIFStub() }
}

/// Has the capability and lists nothing.
struct BoastingHEIFBackend: PhotoBackend {
    static let info = HEIFStubBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }
}

final class HEIFStub: EmptyLibrary, HEIFLibrary {
    func items(of localIdentifier: String, call: BackendCall, emit: (ImageItem) -> Flow) throws(PhotoError) {
        guard localIdentifier == "a" else { throw .notFound("no asset \(localIdentifier)") }
        let items = [
            ImageItem(kind: .primary, id: 49, pixelWidth: 4032, pixelHeight: 3024),
            ImageItem(kind: .auxiliary, id: 50, pixelWidth: -1, pixelHeight: .max, auxiliaryType: "urn:x:hdr"),
            ImageItem(kind: .sequenceFrame, id: 51, pixelWidth: 8, pixelHeight: 6),
        ]
        for item in items where emit(item) == .stop { return }
    }

    /// A frame as wide as the number of the item.
    func requestItem(
        _ id: UInt32, of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats,
        call: BackendCall, deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        guard localIdentifier == "a" else { throw .notFound("no asset \(localIdentifier)") }
        guard acceptedFormats.contains(PixelFormat.gray8), id != 0 else { return }
        _ = deliver(Frame(pixels: try .forFrame(PixelSize(width: Int(id), height: 1), .gray8)))
    }
}
