internal import PhotoModel

/// A picked asset as its client reads it, in Google's form.
struct MediaItemResource: Encodable {
    struct MediaFile: Encodable {
        let baseUrl: String
        let mimeType: String
        let filename: String
        let mediaFileMetadata: Metadata
    }

    struct Metadata: Encodable {
        let width: Int
        let height: Int
        let cameraMake: String?
        let cameraModel: String?
        /// Only for photos.
        let photoMetadata: PhotoMetadata?
        /// For every video, with as much as is known of it.
        let videoMetadata: VideoMetadata?
    }

    struct PhotoMetadata: Encodable {
        let focalLength: Double?
        let apertureFNumber: Double?
        let isoEquivalent: Int?
        /// In seconds, as `0.008s`.
        let exposureTime: String?
    }

    struct VideoMetadata: Encodable {
        let fps: Double?
        let processingStatus: String
    }

    let id: String
    /// Absent if it is not known.
    let createTime: String?
    /// `PHOTO`, `VIDEO` or `TYPE_UNSPECIFIED`.
    let type: String
    let mediaFile: MediaFile

    /// - Parameters:
    ///   - camera: what a camera wrote into its file; nil if nothing is known of that.
    ///   - facts: what is known of its video; nil if nothing is, or it is not a video.
    ///   - file: what a download gives.
    ///   - baseURL: the address to which a form of the media is appended.
    init(_ asset: Asset, camera: CameraMetadata?, facts: VideoFacts?, file: DownloadedFile, baseURL: String) {
        id = asset.localIdentifier
        createTime = asset.creation?.time.iso8601()
        let isVideo = asset.mediaType == .video
        type = isVideo ? "VIDEO" : asset.mediaType == .image ? "PHOTO" : "TYPE_UNSPECIFIED"
        mediaFile = MediaFile(
            baseUrl: baseURL, mimeType: file.mimeType, filename: file.filename,
            mediaFileMetadata: Metadata(
                width: asset.pixelWidth, height: asset.pixelHeight, cameraMake: camera?.make,
                cameraModel: camera?.model,
                photoMetadata: isVideo
                    ? nil
                    : PhotoMetadata(
                        focalLength: camera?.focalLength, apertureFNumber: camera?.fNumber,
                        isoEquivalent: camera?.isoSpeed,
                        exposureTime: camera?.exposureTime.flatMap(Self.duration)),
                videoMetadata: isVideo ? VideoMetadata(fps: facts?.framesPerSecond, processingStatus: "READY") : nil))
    }

    /// A duration in the format of Protocol Buffers: at most nine digits after the point.
    static func duration(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds >= 0, seconds < 315_576_000_000 else { return nil }
        let nanoseconds = Int64((seconds.truncatingRemainder(dividingBy: 1) * 1e9).rounded())
        let whole = Int64(seconds) + nanoseconds / 1_000_000_000
        guard nanoseconds % 1_000_000_000 != 0 else { return "\(whole)s" }
        let digits = String(nanoseconds % 1_000_000_000)
        var fraction = String(repeating: "0", count: 9 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(whole).\(fraction)s"
    }
}

/// The name and the type of what a client downloads.
struct DownloadedFile {
    let filename: String
    let mimeType: String
}
