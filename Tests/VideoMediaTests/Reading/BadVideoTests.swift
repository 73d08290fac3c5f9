import Imaging
import PhotoFixtures
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@Suite("A bad video")
struct BadVideoTests {
    private func failure(_ bytes: [UInt8], limits: ImageLimits = .standard) -> ImagingError? {
        let decoder = ImageDecoder(limits: limits, codecs: .builtIn + [VideoCodec()])
        do throws(ImagingError) {
            _ = try decoder.render(ImageSource(bytes: bytes), RenderRequest())
            return nil
        } catch {
            return error
        }
    }

    private func isCorrupt(_ error: ImagingError?) -> Bool { if case .corrupt? = error { true } else { false } }
    private func isUnsupported(_ error: ImagingError?) -> Bool {
        if case .unsupportedFormat? = error { true } else { false }
    }

    @Test("whose description was never written is damaged")
    func withoutDescription() throws {
        let video = try SampleVideo.quarters()
        #expect(isCorrupt(failure(video.mp4WithoutDescription())))
        #expect(throws: ImagingError.self) {
            try ImageDecoder.withVideo.metadata(of: ImageSource(bytes: video.mp4WithoutDescription()))
        }
    }

    @Test("of no length has no poster, and no duration")
    func zeroDuration() throws {
        var video = try SampleVideo.quarters()
        video.frames = []
        #expect(failure(video.mp4()) != nil)
        video = try SampleVideo.quarters()
        video.frames = [video.frames[0]]
        video.framesPerSecond = 1001  // Its length is rounded to nothing.
        #expect(try ImageDecoder.withVideo.metadata(of: ImageSource(video)).video?.duration == nil)
        #expect(failure(video.mp4()) == nil)
    }

    @Test("with sound alone is refused for that")
    func soundOnly() throws {
        let error = failure(try SampleVideo.quarters().soundOnly())
        #expect(isUnsupported(error) && error?.description.contains("sound only") == true)
    }

    @Test("that is encrypted is refused for that")
    func encrypted() throws {
        var video = try SampleVideo.quarters()
        video.isEncrypted = true
        let error = failure(video.mp4())
        #expect(isUnsupported(error) && error?.description.contains("encrypted") == true, "\(error as Any)")
    }

    @Test("with frames that are no frames is damaged")
    func junk() throws {
        var video = try SampleVideo.quarters()
        video.frames = Array(repeating: Array(repeating: 7, count: 500), count: 20)
        #expect(isCorrupt(failure(video.mp4())))
    }

    @Test("that ends or is disturbed anywhere is shown or refused, and ends nothing else")
    func disturbed() async throws {
        let whole = try SampleVideo.quarters().mp4()
        let description = whole.count - 700
        try await onThread {
            for length in stride(from: 0, to: whole.count, by: 197) { _ = failure(Array(whole.prefix(length))) }
            var generator = SeededGenerator(seed: 5)
            for _ in 0..<200 {
                var bytes = whole
                for _ in 0..<4 {
                    let place = Int.random(in: description..<whole.count, using: &generator)
                    bytes[place] = UInt8.random(in: 0...255, using: &generator)
                }
                _ = failure(bytes)
            }
        }
    }

    @Test("that cannot be read to its end is not taken for a shorter one")
    func unreadable() throws {
        let failure = ImagingError.io(path: nil, code: 5)
        let video = try SampleVideo.quarters()
        for bytes in [video.mp4(), video.avi()] {
            for readable in stride(from: 64, to: bytes.count, by: 61) {
                var hasFailed = false
                let source = VideoBytes(byteCount: bytes.count) { (offset, count) throws(ImagingError) in
                    if offset >= bytes.count { return [] }
                    guard offset < readable else {
                        hasFailed = true
                        throw failure
                    }
                    return Array(bytes[offset..<min(offset + count, readable)])
                }
                do throws(ImagingError) {
                    try VideoFile.with(source, cancellation: .never) { (_: VideoFile) throws(ImagingError) in }
                    #expect(!hasFailed, "\(readable) of \(bytes.count)")
                } catch {
                    #expect(error == failure, "\(readable) of \(bytes.count)")
                }
            }
        }
    }

    @Test("that is made of boxes of eight bytes is damaged, which is known long before they end")
    func boxesWithoutEnd() throws {
        let start = Array(try SampleVideo.quarters().mp4().prefix(24))
        let box: [UInt8] = [0, 0, 0, 8] + Array("skip".utf8)
        let byteCount = 10 << 30
        var readBytes = 0
        let source = VideoBytes(byteCount: byteCount) { (offset, count) throws(ImagingError) in
            let end = min(offset + count, byteCount)
            if offset >= end { return [] }
            readBytes += end - offset
            return (offset..<end).map { $0 < start.count ? start[$0] : box[$0 % box.count] }
        }
        do throws(ImagingError) {
            try VideoFile.with(source, cancellation: .never, mostHeaderBytes: 1 << 20) {
                (_: VideoFile) throws(ImagingError) in
            }
            Issue.record("it was opened")
        } catch {
            #expect(isCorrupt(error), "\(error)")
        }
        #expect(readBytes < 2 << 20)
    }

    @Test("A video in many short fragments is not taken for one whose headers have no end")
    func shortFragments() throws {
        var video = try SampleVideo.quarters()
        video.frames = Array(repeating: video.frames[0], count: 400)
        let bytes = video.fragmentedMP4()
        let mostHeaderBytes = 64 << 10
        try #require(bytes.count > 3 * mostHeaderBytes)
        let source = VideoBytes(ImageSource(bytes: bytes))
        let size = try VideoFile.with(source, cancellation: .never, mostHeaderBytes: mostHeaderBytes) {
            (file: VideoFile) throws(ImagingError) in try file.description.requiredSize()
        }
        #expect(size == video.size)
        #expect(failure(bytes) == nil)
    }

    /// The file with another number in its first box of a type, some bytes after the type.
    private func changed(_ bytes: [UInt8], _ type: String, at offset: Int, to value: UInt32) throws -> [UInt8] {
        var bytes = bytes
        let place = try #require(bytes.firstRange(of: Array(type.utf8))).upperBound + offset
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        return bytes
    }

    @Test("whose tables list more samples than a day of video has is damaged, which is known before they take memory")
    func claimedSamples() throws {
        let video = try SampleVideo.quarters()
        let ofOneSize = try changed(
            changed(video.mp4(), "stsz", at: 4, to: 1), "stsz", at: 8, to: 20_000_000)
        let inFragments = try changed(video.fragmentedMP4(), "trun", at: 4, to: 20_000_000)
        let inChunks = try changed(
            changed(video.soundOnly(), "stsc", at: 12, to: 2_000_000_000), "stco", at: 4, to: 100)
        // The first chunk of a run is none that there is, which libavformat does not heed.
        let inNoChunks = try changed(inChunks, "stsc", at: 8, to: 1000)
        for bytes in [ofOneSize, inFragments, inChunks, inNoChunks] {
            let error = failure(bytes)
            #expect(isCorrupt(error) && error?.description.contains("more samples") == true, "\(error as Any)")
        }
        // Where libavformat looks for tables, too: in the description, here instead of the shape of pixels.
        var squeezed = video
        squeezed.pixelAspect = 50
        var bytes = squeezed.mp4()
        let shape = try #require(bytes.firstRange(of: Array("pasp".utf8)))
        bytes.replaceSubrange(shape, with: Array("stsz".utf8))
        #expect(failure(bytes)?.description.contains("has a table of them") == true)
        // Ten hours of sound that is not compressed have as many samples as this.
        let tenHours = failure(try changed(video.soundOnly(), "stsz", at: 8, to: 1_728_000_000))
        #expect(isUnsupported(tenHours), "\(tenHours as Any)")
    }

    @Test("with a track in a track is damaged, since it would be counted for less than it takes")
    func nestedTracks() throws {
        let bytes = try SampleVideo.quarters().mp4()
        #expect(failure(bytes + [UInt8].box("free", [UInt8].box("trak", [UInt8].box("trak")))) == nil)
        let error = failure(bytes + [UInt8].box("trak", [UInt8].box("trak")))
        #expect(isCorrupt(error) && error?.description.contains("track in a track") == true, "\(error as Any)")
    }

    /// The file with its last box, the headers, in a box of compressed headers.
    private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let start = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
        let headers = Array(bytes[start...])
        let (low, high) = (UInt8(truncatingIfNeeded: headers.count), UInt8(truncatingIfNeeded: headers.count >> 8))
        var sums = (1, 0)
        for byte in headers {
            sums.0 = (sums.0 + Int(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        // A zlib stream of one block, which is stored as it is.
        let beginning: [UInt8] = [0x78, 1, 1, low, high, ~low, ~high]
        let stream = beginning + headers + [UInt8].number(sums.1 << 16 | sums.0)
        let packed = [UInt8].box(
            "cmov", .box("dcom", .ascii("zlib")), .box("cmvd", .number(headers.count), stream))
        return Array(bytes[..<start]) + [UInt8].box("moov", packed)
    }

    @Test("whose compressed headers list more samples than a day of video has is damaged")
    func compressedHeaders() throws {
        let video = try SampleVideo.quarters()
        #expect(failure(try compressed(video.mp4())) == nil)
        let claim = try changed(changed(video.mp4(), "stsz", at: 4, to: 1), "stsz", at: 8, to: 20_000_000)
        let error = failure(try compressed(claim))
        #expect(error?.description.contains("more samples") == true, "\(error as Any)")
    }

    @Test(
        "that makes its decoder keep more frames than there is memory for is refused",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"))
    func keptFrames() throws {
        let folder = try TemporaryFolder()
        func video(keptFrames: Int) throws -> [UInt8] {
            let path = folder.path("\(keptFrames).mp4")
            // Black, so that all frames are looked at; larger than full HD, of which fewer are expected to be kept.
            let made = try Subprocess.run(
                "ffmpeg",
                [
                    "-loglevel", "error", "-f", "lavfi", "-i", "color=c=black:size=2560x1440:rate=30:duration=1",
                    "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "300", "-refs", "\(keptFrames)", path,
                ])
            try #require(made.succeeded, "\(made)")
            return try ImageSource(path: FilePath(path)).read(at: 0, count: 1 << 24)
        }
        // Six kept frames of 5.5 MB are expected, and 35 MB for what is made of one; sixteen take 88 MB.
        var limits = ImageLimits.standard
        limits.maxMemoryBytes = 80 << 20
        let few = try video(keptFrames: 1)
        #expect(failure(few, limits: limits) == nil)
        let error = failure(try video(keptFrames: 16), limits: limits)
        if case .tooLarge? = error {} else { Issue.record("\(error as Any)") }
        withExtendedLifetime(folder) {}
    }

    @Test("that is larger than allowed is refused from its header")
    func limits() throws {
        var limits = ImageLimits.standard
        limits.maxPixels = 1000
        let error = failure(try SampleVideo.quarters(64, 48).mp4(), limits: limits)
        guard case .tooLarge? = error else {
            Issue.record("\(error as Any)")
            return
        }
        limits = .standard
        limits.maxMemoryBytes = 1000
        guard case .tooLarge? = failure(try SampleVideo.quarters(64, 48).mp4(), limits: limits) else {
            Issue.record("no limit on memory")
            return
        }
    }

    @Test("whose frames are much larger than its header says is damaged, since its memory was checked by the header")
    func largerFrames() throws {
        var video = try SampleVideo.quarters(2000, 1500)
        video.frames = Array(video.frames.prefix(2))
        #expect(failure(video.mp4()) == nil)
        video.size = PixelSize(width: 64, height: 48)
        #expect(isCorrupt(failure(video.mp4())))
    }

    @Test("Reading the headers of a video ends when it is cancelled")
    func cancelledHeaders() throws {
        let source = ImageSource(try SampleVideo.quarters())
        let cancellation = Cancellation { .cancelled }
        #expect(throws: ImagingError.cancelled) {
            try ImageDecoder.withVideo.header(of: source, cancellation: cancellation)
        }
        #expect(throws: ImagingError.cancelled) {
            try ImageDecoder.withVideo.metadata(of: source, cancellation: cancellation)
        }
    }

    @Test("ends when it is cancelled, and when its time is up")
    func cancellation() throws {
        let source = ImageSource(try SampleVideo.quarters())
        #expect(throws: ImagingError.cancelled) {
            try ImageDecoder.withVideo.render(source, RenderRequest(), cancellation: Cancellation { .cancelled })
        }
        var asked = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                asked += 1
                return asked > 3 ? .cancelled : nil
            }
            return try ImageDecoder.withVideo.render(source, RenderRequest(), cancellation: cancellation)
        }
        var limits = ImageLimits.standard
        limits.maxSeconds = 0
        #expect(failure(try SampleVideo.quarters().mp4(), limits: limits) == .timedOut(seconds: 0))
    }
}
