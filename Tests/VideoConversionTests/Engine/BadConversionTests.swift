import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing
import VideoMedia

@testable import VideoConversion

@Suite("A conversion that cannot be")
struct BadConversionTests {
    private let conversion = VideoConversion()

    @Test("says that the video is damaged, has no image or is encrypted")
    func reasons() throws {
        var video = try SampleVideo.quarters()
        #expect(conversion.failure(video.mp4WithoutDescription())?.isCorrupt == true)
        #expect(conversion.failure(try SampleVideo.quarters().soundOnly())?.isUnsupported == true)
        #expect(conversion.failure(Array("GIF89a".utf8))?.isUnsupported == true)
        let avi = video.avi()
        #expect(conversion.failure(Array(avi.prefix(avi.count / 2)))?.isCorrupt == true)
        video.isEncrypted = true
        #expect(conversion.failure(video.mp4())?.isUnsupported == true)
        video.isEncrypted = false
        video.frames = Array(repeating: Array(repeating: 7, count: 500), count: 20)
        #expect(conversion.failure(video.mp4())?.isCorrupt == true)
    }

    @Test("is refused from the header when it is too large")
    func limits() throws {
        var small = conversion
        small.limits.maxPixels = 1000
        #expect(small.failure(try SampleVideo.quarters(64, 48).mp4())?.isTooLarge == true)
        small = conversion
        small.limits.maxMemoryBytes = 1000
        #expect(small.failure(try SampleVideo.quarters(64, 48).mp4())?.isTooLarge == true)
        small = conversion
        small.limits.maxSeconds = 0
        #expect(small.failure(try SampleVideo.quarters().mp4()) == .imaging(.timedOut(seconds: 0)))
    }

    @Test("names the package in one line where the encoder is missing")
    func missingEncoder() throws {
        var lacking = conversion
        lacking.encoder = "libnone264"
        guard case .missing(let line)? = lacking.failure(try SampleVideo.quarters().mp4()) else {
            Issue.record("no word of the encoder")
            return
        }
        #expect(
            line.contains("install libavformat") && line.contains("libavcodec")
                && line.contains("libswscale"))
        #expect(!line.contains("\n"))
    }

    @Test("A conversion ends as soon as it is cancelled, wherever it is")
    func cancellation() throws {
        let bytes = try SampleVideo.quarters().mp4()
        var questions = 0
        let counting = Cancellation {
            questions += 1
            return nil
        }
        #expect(conversion.failure(bytes, cancellation: counting) == nil)
        // For each packet, and for each frame on its way through two codecs.
        #expect(questions > 60)
        for limit in stride(from: 0, to: questions, by: 7) {
            var asked = 0
            let cancellation = Cancellation {
                asked += 1
                return asked > limit ? .cancelled : nil
            }
            let failure = conversion.failure(bytes, cancellation: cancellation)
            #expect(failure == .imaging(.cancelled) && asked == limit + 1, "\(asked) of \(limit)")
        }
    }

    @Test("reports what reading reported")
    func unreadable() throws {
        var long = try SampleVideo.quarters(320, 240)
        long.frames = Array(repeating: long.frames[0], count: 300)
        let bytes = long.mp4()
        let middle = bytes.count / 3..<bytes.count * 2 / 3
        let video = VideoBytes(byteCount: bytes.count) { offset, count throws(ImagingError) in
            if middle.contains(offset) { throw .io(path: nil, code: 5) }
            return Array(bytes.dropFirst(offset).prefix(count))
        }
        #expect(throws: VideoConversionError.imaging(.io(path: nil, code: 5))) {
            try conversion.convert(video)
        }
    }

    @Test("A damaged frame at the end takes none with it that waited in the decoder")
    func damagedAtEnd() throws {
        var conversion = VideoConversion()
        // Some frames are still being decoded when the file ends.
        conversion.threads = 4
        let whole = WrittenFile(try conversion.convert(SampleVideo.quarters().mp4()))
        var bytes = whole.bytes
        // Players do not know this profile, so that the frames are decoded and not copied.
        let profile = try #require(whole.offset(of: "avcC")) + 5
        bytes[profile] = 122
        let last = try whole.box("stsz").suffix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = try #require(whole.offset(of: "mdat")) + 4 + whole.box("mdat").count
        for place in end - last..<end { bytes[place] = 0xFF }
        let sizes = try WrittenFile(try conversion.convert(bytes)).box("stsz")
        #expect(sizes[8..<12].reduce(0) { $0 << 8 | Int($1) } == 19)
    }

    @Test("ends nothing else, wherever the video is disturbed")
    func disturbed() async throws {
        let whole = try SampleVideo.quarters(32, 32).mp4()
        var talking = try SampleVideo.quarters(32, 32)
        talking.hasSound = true
        let files = [whole, talking.avi(), try VideoConversion().convert(whole)]
        try await onThread {
            var generator = SeededGenerator(seed: 7)
            for number in 0..<90 {
                var bytes = files[number % files.count]
                for _ in 0..<4 {
                    let head = Bool.random(using: &generator) ? 0..<min(1000, bytes.count) : 0..<bytes.count
                    bytes[Int.random(in: head, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                var conversion = VideoConversion(keepsLocation: false)
                conversion.limits.maxPixels = 1 << 20
                _ = conversion.failure(bytes)
            }
        }
    }
}
