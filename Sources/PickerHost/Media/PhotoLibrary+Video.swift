internal import Imaging
public import PhotoModel

extension PhotoLibrary {
    /// Describes the streams of an asset's video: of a video itself, or of the video of a Live Photo.
    ///
    /// - Throws: `.notFound` when it has none, `.unsupported` when the backend cannot describe videos, `.corruptMedia`.
    public func videoFacts(of localIdentifier: String) async throws(PhotoError) -> VideoFacts {
        try await perform(in: \.media) { (generation, table, control) throws(PhotoError) in
            let index = try Self.video(of: localIdentifier, generation, table, control)
            return try table.videoFacts(of: localIdentifier, representation: index, control: control)
        }
    }

    /// A frame of an asset's video: the one that is on the screen at `time`, in seconds from the beginning (after the end, the
    /// last one); or if that is nil, the first good one.
    ///
    /// - Parameter options: size, content mode, resize mode, crop and colours, as for other images.
    /// - Throws: as `videoFacts`, `.invalidArgument` for an impossible size.
    public func poster(
        of localIdentifier: String, at time: Double? = nil, options: ImageOptions = ImageOptions(targetSize: nil)
    ) async throws(PhotoError) -> Frame {
        let leastTime = CallTimes.ofImage(within: .ofProcess)
        return try await perform(in: \.images, bytes: posterCost(options), leastTime: leastTime) {
            (generation, table, control) throws(PhotoError) in
            try Self.poster(of: localIdentifier, at: time, options, generation, table, control)
        }
    }

    /// The same as the content of a file. Decoding and encoding run on one thread.
    public func encodedPoster(
        of localIdentifier: String, at time: Double?, options: ImageOptions, encoding: ImageEncoding
    ) async throws(PhotoError) -> EncodedImage {
        let leastTime = CallTimes.ofImage(within: .ofProcess)
        return try await perform(in: \.images, bytes: posterCost(options), leastTime: leastTime) {
            (generation, table, control) throws(PhotoError) in
            try Self.poster(of: localIdentifier, at: time, options, generation, table, control)
                .encoded(encoding, readsProfile: !generation.isInWorker, cancellation: control.cancellation)
        }
    }

    /// What a poster takes: a frame is decoded whole, and its size is not known before.
    private func posterCost(_ options: ImageOptions) -> Int { ImageCost.bytes(options, of: nil, limits: .ofProcess) }

    private static func poster(
        of localIdentifier: String, at time: Double?, _ options: ImageOptions, _ generation: Generation,
        _ table: LibraryTable, _ control: CallControl
    ) throws(PhotoError) -> Frame {
        let index = try video(of: localIdentifier, generation, table, control)
        // Backends know one way to meet a box; the others begin with all of the frame.
        let isPlain = options.crop == nil && options.contentMode == .aspectFit
        let frame = try table.poster(
            of: localIdentifier, representation: index, at: time, targetSize: isPlain ? options.targetSize : nil,
            control: control)
        do throws(ImagingError) {
            let request = RenderRequest(
                finishing: options, frame.pixels.colorSpace, readsProfile: !generation.isInWorker)
            let pixels = try ImageScaler.scale(frame.pixels, request, cancellation: control.cancellation)
            return Frame(
                pixels: pixels, isDegraded: frame.isDegraded, isFinal: true, isIncomplete: frame.isIncomplete)
        } catch {
            throw PhotoError(error, asking: control.cancellation)
        }
    }

    /// The index of the representation that is a video.
    private static func video(
        of localIdentifier: String, _ generation: Generation, _ table: LibraryTable, _ control: CallControl
    ) throws(PhotoError) -> Int {
        let details = try table.details(of: localIdentifier, control: control)
        let roles = details.representations.map(\.role)
        guard let index = roles.firstIndex(of: .video) ?? roles.firstIndex(of: .pairedVideo) else {
            throw PhotoError(.notFound, "\(details.asset.filename) has no video")
        }
        guard generation.info.capabilities.contains(.video) else {
            throw PhotoError(
                .unsupported, "the backend \(table.backend) knows no videos here; picker doctor says what it lacks")
        }
        return index
    }
}

extension RenderRequest {
    /// What is left to do with a frame that a backend fitted into the box, or left as it is.
    ///
    /// - Parameters:
    ///   - colorSpace: of the frame.
    ///   - readsProfile: false for frames of workers, whose profiles stay as they are and are not parsed here (decision 0058).
    init(finishing options: ImageOptions, _ colorSpace: ColorSpace, readsProfile: Bool) {
        self.init(options)
        resizeMode = options.resizeMode == .exact ? .exact : .fast
        if case .icc = colorSpace, !readsProfile { convertsToSRGB = false }
    }
}
