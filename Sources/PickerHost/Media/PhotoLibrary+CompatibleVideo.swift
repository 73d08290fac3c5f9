internal import Imaging
internal import PhotoModel
internal import VideoMedia

extension OriginalFile {
    /// Whether it is a video, or the video of a Live Photo.
    public var isVideo: Bool {
        MediaFormat.allCases.contains {
            $0.uniformTypeIdentifier == representation.contentType && VideoCodec().reads($0)
        }
    }
}

extension PhotoLibrary {
    /// A video as an MP4 file that every player shows: H.264 of eight bits and AAC, turned by the file's own word, with
    /// the date and the camera of the original. What is playable of it is not encoded again. The result lies in a
    /// temporary file.
    ///
    /// - Parameters:
    ///   - keepsLocation: false leaves out the place, and every stream but picture and sound, also of what is playable.
    ///   - progress: hears of seconds of the video.
    /// - Returns: nil when the original is widely playable as it is.
    /// - Throws: `.unsupported` when this system lacks the libraries or the encoder, `.unsupportedFormat` for encrypted
    ///   videos and such without a picture, `.corruptMedia` also for those that end too early, `.tooLarge`,
    ///   `.deadline`, and what `read` throws.
    public func compatibleVideo(
        _ original: OriginalFile, keepsLocation: Bool = true, progress: ProgressHandler? = nil
    ) async throws(PhotoError) -> ConvertedVideo? {
        try await perform { (_, table, control) throws(PhotoError) in
            let bytes = RepresentationBytes(original: original, table: table, control: control)
            var tally = SecondTally(progress)
            do throws(VideoConversionError) {
                let conversion = VideoConversion(
                    keepsLocation: keepsLocation, limits: .videoConversion.within(.ofProcess))
                return try conversion.convert(
                    bytes.video, isCancelled: { control.isCancelled }, progress: { tally.report($0, of: $1) }
                ).map { ConvertedVideo($0, of: original) }
            } catch {
                throw bytes.failure ?? PhotoError(error, of: original)
            }
        }
    }
}

extension ImageLimits {
    /// The lower of both. The time of one image says nothing about that of a video.
    fileprivate func within(_ deployed: DeployerLimits) -> ImageLimits {
        var limits = self
        if deployed.maxPixels > 0 { limits.maxPixels = min(maxPixels, Int(clamping: deployed.maxPixels)) }
        if deployed.maxRequestBytes > 0 {
            limits.maxMemoryBytes = min(maxMemoryBytes, Int(clamping: deployed.maxRequestBytes))
        }
        return limits
    }
}

extension PhotoError {
    fileprivate init(_ error: VideoConversionError, of original: OriginalFile) {
        switch error {
        case .missing(let advice): self.init(.unsupported, "\(original.representation.filename): \(advice)")
        case .imaging(let error):
            let plain = PhotoError(error)
            self.init(plain.status, "\(original.representation.filename): \(plain.message)")
        }
    }
}
