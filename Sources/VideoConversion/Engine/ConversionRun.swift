internal import CVideo
internal import CVideoConversion
internal import Imaging
internal import PhotoModel
internal import Platform
internal import VideoMedia

/// One conversion, from the headers to the finished file.
struct ConversionRun {
    /// The most threads. For videos of phones, more would gain nothing, and each takes memory.
    private static let threadLimit = 4

    let conversion: VideoConversion
    /// Where the converted file goes.
    let output: Descriptor
    /// Whether it failed because a library or the encoder is missing.
    private(set) var isLacking = false
    /// Whether the packets of H.264 cannot be copied as they are, so that they have to be decoded.
    private var isUntimed = false

    init(conversion: VideoConversion, output: Descriptor) {
        (self.conversion, self.output) = (conversion, output)
    }

    /// - Returns: false if the video need not be converted.
    mutating func convert(
        _ video: VideoBytes, cancellation: Cancellation, progress: (Double, Double?) -> Void
    ) throws(ImagingError) -> Bool {
        do throws(ImagingError) {
            return try convertOnce(video, cancellation: cancellation, progress: progress)
        } catch {
            guard isUntimed else { throw error }
            return try convertOnce(video, cancellation: cancellation, progress: progress)
        }
    }

    private mutating func convertOnce(
        _ video: VideoBytes, cancellation: Cancellation, progress: (Double, Double?) -> Void
    ) throws(ImagingError) -> Bool {
        let wasUntimed = isUntimed
        isUntimed = false
        let texts = try RecordingTexts(of: video, cancellation: cancellation)
        return try VideoFile.with(video, cancellation: cancellation) { file throws(ImagingError) in
            let size = try file.description.requiredSize()
            let playability = Playability(file.description)
            if playability.isComplete, conversion.keepsLocation, !wasUntimed { return false }
            let copies = playability.hasPlayableVideo && !wasUntimed
            try conversion.limits.check(pixels: size)
            if !copies { try conversion.limits.check(memoryBytes: Self.memoryBytes(size, file.description)) }
            var plan = plan
            plan.copies_video = copies ? 1 : 0
            plan.copies_audio = playability.hasPlayableSound ? 1 : 0
            try write(file, plan, texts, progress)
            return true
        }
    }

    private var plan: video_plan {
        var plan = video_plan()
        plan.keeps_location = conversion.keepsLocation ? 1 : 0
        plan.threads = CInt(conversion.threads ?? min(Self.threadLimit, processorCount()))
        plan.max_pixels = Int64(conversion.limits.maxPixels)
        return plan
    }

    private mutating func write(
        _ file: VideoFile, _ plan: video_plan, _ texts: RecordingTexts, _ progress: (Double, Double?) -> Void
    ) throws(ImagingError) {
        do throws(SystemError) {
            // Remove what a first attempt wrote.
            try self.output.setSize(0)
        } catch {
            throw .io(path: nil, code: error.code)
        }
        let encoder = conversion.encoder
        try ConversionOutput.lend(self.output) { output throws(ImagingError) in
            var plan = plan
            let added = texts.texts.merging(conversion.keepsLocation ? texts.place : [:]) { $1 }
            let strings = [encoder] + added.flatMap { [$0.key, $0.value] }
            try CTexts.lend(strings) { texts throws(ImagingError) in
                (plan.encoder, plan.texts) = (texts[0], texts + 1)
                try run(file, &output, &plan, progress)
            }
        }
    }

    private mutating func run(
        _ file: VideoFile, _ output: inout video_output, _ plan: inout video_plan, _ progress: (Double, Double?) -> Void
    ) throws(ImagingError) {
        var status = video_status()
        guard let pointer = video_conversion_begin(file.pointer, &output, &plan, &status) else { throw note(status) }
        defer { video_conversion_end(pointer) }
        while true {
            switch video_conversion_step(pointer, &status) {
            case VIDEO_OK: progress(max(0, video_conversion_time(pointer)), file.description.duration)
            case VIDEO_END: return
            default: throw note(status)
            }
        }
    }

    private mutating func note(_ status: video_status) -> ImagingError {
        isLacking = status.code == VIDEO_MISSING
        isUntimed = status.code == VIDEO_UNTIMED
        return ImagingError(status)
    }

    /// Memory for the frames that the decoder keeps and those in the encoder: 10 for lookahead, those for which B
    /// frames and threads wait, and references at three further positions between pixels.
    private static func memoryBytes(_ size: PixelSize, _ description: VideoDescription) -> Int {
        let frame = size.pixelCount / 2 * 3
        let kept = (size.pixelCount <= 1920 * 1088 ? 16 : 6) + threadLimit
        return kept * frame * (description.bitsPerComponent > 8 ? 2 : 1) + 30 * 2 * frame
    }
}

/// Texts for C.
private enum CTexts {
    /// Passes the texts to C, each with its terminator, and NULL after the last one.
    static func lend<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let characters = texts.map { Array($0.utf8CString) }
        let starts = characters.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }.dropLast()
        var outcome: Swift.Result<Result, ImagingError>?
        characters.flatMap(\.self).withUnsafeBufferPointer { all in
            let pointers = starts.map { start in all.baseAddress.map { $0 + start } } + [nil]
            pointers.withUnsafeBufferPointer { pointers in
                guard let first = pointers.baseAddress else { return }
                do throws(ImagingError) { outcome = .success(try body(first)) } catch { outcome = .failure(error) }
            }
        }
        guard let outcome else { throw .outOfMemory(bytes: 0) }
        return try outcome.get()
    }
}
