internal import BackendWorker
internal import ConversionProcess
internal import Imaging
public import PhotoModel
internal import Platform

extension OriginalFile {
    /// Whether it is a video, or the video of a Live Photo.
    public var isVideo: Bool {
        if let format = MediaFormat(uniformTypeIdentifier: representation.contentType) { return format.kind == .video }
        // Backends may have formats that Picker does not know, such as 3GPP. What they say of the file counts then.
        return switch representation.role {
        case .video, .pairedVideo: true
        case .photo, .raw: false
        case .edited, .alternate: asset.mediaType == .video
        }
    }
}

extension PhotoLibrary {
    /// A video as an MP4 file that every player shows: H.264 of eight bits and AAC, rotated as the original says, with the date
    /// and the camera of the original. Streams that are widely playable are not encoded again. The result is a temporary file.
    /// A confined program does the work (`picker-helper convert`): this process decodes nothing of a video.
    ///
    /// - Parameters:
    ///   - keepsLocation: whether the location is kept. If not, every stream but picture and sound is left out as well, even of a
    ///     video that is widely playable.
    ///   - progress: called with seconds of the video.
    /// - Returns: nil when the original is widely playable as it is.
    /// - Throws: `.unsupported` when this system lacks the program, the libraries or the encoder, `.unsupportedFormat`
    ///   for videos that are encrypted or have no picture, `.corruptMedia`, also for those that end too early,
    ///   `.tooLarge`, `.deadline`, `.internal` when the program crashed or hung, and what `read` throws.
    public func compatibleVideo(
        _ original: OriginalFile, keepsLocation: Bool = true, progress: ProgressHandler? = nil
    ) async throws(PhotoError) -> ConvertedVideo? {
        let job = ConversionJob(
            byteCount: original.byteSize, keepsLocation: keepsLocation, limits: ConversionLimits(within: .ofProcess))
        return try await perform(in: \.conversions) { (_, table, control) throws(PhotoError) in
            let bytes = RepresentationBytes(original: original, table: table, control: control)
            var readFailure: PhotoError?
            do throws(PhotoError) {
                return try Self.convert(job, original, control, progress) { offset, count throws(PhotoError) in
                    do throws(PhotoError) {
                        return try bytes.read(offset, count)
                    } catch {
                        readFailure = error
                        throw error
                    }
                }
            } catch {
                // Backends name the file themselves.
                if let readFailure { throw readFailure }
                throw PhotoError(
                    error.status, "\(original.representation.filename): \(error.message)",
                    systemErrno: error.systemErrno, underlying: error.underlying)
            }
        }
    }

    private static func convert(
        _ job: ConversionJob, _ original: OriginalFile, _ control: CallControl, _ progress: ProgressHandler?,
        source: (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) -> ConvertedVideo? {
        guard let executable = HelperProgram.path else {
            throw PhotoError(.unsupported, "picker-helper is not installed: without it no video is converted")
        }
        let program = ConversionProgram(executable: executable, arguments: [HelperProgram.Task.convert.rawValue])
        var seconds = ThrottledProgress(progress)
        let spool = try PhotoError.inWords { () throws(ImagingError) in try ImageSpool() }
        let isWritten = try program.run(
            job, output: Descriptor(spool.fileNumber),
            cancellation: control.cancellation,
            progress: { seconds.report($0, of: $1) }, source: source)
        guard isWritten else { return nil }
        return ConvertedVideo(try PhotoError.inWords { () throws(ImagingError) in try spool.source() }, of: original)
    }
}

extension ConversionLimits {
    /// The lower of the usual limits and the administrator's. The time of one image says nothing about that of a video.
    fileprivate init(within deployed: ResourceLimits) {
        self.init()
        if deployed.maxPixels > 0 { maxPixels = min(maxPixels, Int64(deployed.maxPixels)) }
        if deployed.maxRequestBytes > 0 {
            maxMemoryBytes = min(maxMemoryBytes, Int64(deployed.maxRequestBytes))
        }
    }
}

/// Reports whole seconds of a video, each once and never fewer than before.
private struct ThrottledProgress {
    private let progress: ProgressHandler?
    private var done = -1

    init(_ progress: ProgressHandler?) { self.progress = progress }

    /// - Parameters: of the file, which may say anything.
    mutating func report(_ seconds: Double, of total: Double?) {
        let seconds = Self.whole(seconds)
        guard seconds > done else { return }
        done = seconds
        progress?(CallProgress(done: seconds, total: total.map { max(Self.whole($0), seconds) }))
    }

    private static func whole(_ seconds: Double) -> Int { Int(exactly: seconds.rounded(.down)) ?? 0 }
}

/// A video that was converted to another format, as the content of a file.
public struct ConvertedVideo: Sendable {
    private static let pieceLength = 1 << 20

    /// The original's name, with the extension of the new type.
    public let filename: String
    /// The uniform type identifier of the new type.
    public let contentType: String
    /// The number of bytes of the file.
    public var byteCount: Int { source.byteCount }

    private let source: ImageSource
    private var offset = 0

    /// - Parameter source: of an MP4 file.
    init(_ source: ImageSource, of original: OriginalFile) {
        self.source = source
        filename = original.filename(as: .mp4)
        contentType = MediaFormat.mp4.uniformTypeIdentifier
    }

    /// The next bytes; nil at the end.
    public mutating func next() throws(PhotoError) -> [UInt8]? {
        do throws(ImagingError) {
            let bytes = try source.read(at: offset, count: Self.pieceLength)
            offset += bytes.count
            return bytes.isEmpty ? nil : bytes
        } catch {
            throw PhotoError(error)
        }
    }
}
