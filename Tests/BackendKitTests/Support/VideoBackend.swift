import BackendKit
import PhotoModel

/// A backend whose libraries know one video.
struct VideoBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "video", name: "Video", version: "1", priority: 1, capabilities: .video, formats: [])

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> VideoStub { VideoStub() }
}

/// The same where the system lacks what it takes.
struct DeprivedBackend: PhotoBackend {
    static let info = StubBackend.info

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> VideoStub { VideoStub() }
}

final class VideoStub: EmptyLibrary, VideoLibrary {
    func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts {
        guard localIdentifier == "film", representation == 1 else { throw .notFound("no film") }
        var facts = VideoFacts()
        (facts.pixelWidth, facts.pixelHeight) = (48, 64)
        facts.duration = 2.5
        facts.videoCodec = "avc1.640028"
        facts.hasAudio = true
        return facts
    }

    /// A frame of the size of the box, as gray as the time says.
    func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame {
        guard localIdentifier == "film" else { throw .notFound("no film") }
        do {
            let pixels = try PixelBuffer(size: targetSize ?? PixelSize(width: 48, height: 64), format: .gray8)
            let plane = pixels.planes[0]
            plane.base.update(repeating: UInt8(time ?? 99), count: plane.stride * plane.size.height)
            return Frame(pixels: pixels)
        } catch {
            throw PhotoError(.outOfMemory, "\(error)")
        }
    }
}
