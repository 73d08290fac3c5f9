import Foundation
import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("picker original --mode")
struct OriginalModeTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    private let out: String

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        out = photos.surroundings.path("out")
    }

    private func copy(_ asset: String, _ mode: String, _ arguments: String...) async throws -> [UInt8] {
        let all = ["original", asset, "--library", photos.path, "--out", out, "--mode", mode] + arguments
        let result = try await picker.run(PickerProgram.path, all)
        result.expectSuccess()
        return try Files.bytes(out)
    }

    @Test("compatible bakes the orientation of a JPEG in, current leaves it alone")
    func orientation() async throws {
        let bytes = try photos.write("turned.jpg", SamplePhoto.jpeg(64, 48, orientation: 6))
        #expect(try await copy("turned.jpg", "current") == bytes)
        let source = ImageSource(bytes: try await copy("turned.jpg", "compatible"))
        let header = try ImageDecoder().header(of: source)
        #expect(header.orientation == .upright && header.storedSize == PixelSize(width: 48, height: 64))
        let image = try ImageDecoder().render(source, RenderRequest())
        let expected = [2, 0, 3, 1].flatMap { SamplePhoto.colors[$0] }
        let difference = zip(try image.quarters().joined(), expected).map { abs($0 - Double($1)) }.max() ?? 255
        #expect(difference < 8)
    }

    @Test("compatible leaves alone what every program shows")
    func readable() async throws {
        for (name, bytes) in [("a.jpg", try SamplePhoto.jpeg()), ("b.png", try SamplePhoto.png())] {
            try photos.write(name, bytes)
            #expect(try await copy(name, "compatible") == bytes)
        }
    }

    @Test("compatible makes a JPEG of a RAW file's preview")
    func raw() async throws {
        try photos.write("IMG_1.dng", SampleRAW.dng.file(orientation: 8))
        let source = ImageSource(bytes: try await copy("IMG_1.dng", "compatible"))
        let header = try ImageDecoder().header(of: source)
        let size = PixelSize(width: SampleRAW.previewHeight, height: SampleRAW.previewWidth)
        #expect(header.format == .jpeg && header.storedSize == size)
    }

    @Test("compatible finds what a TIFF says of the camera behind more than a megabyte of pixels")
    func directoryBehindPixels() async throws {
        try photos.write("scan.tif", SampleTIFF.file(width: 1_200, height: 1_000, make: "Scanner"))
        let source = ImageSource(bytes: try await copy("scan.tif", "compatible"))
        #expect(try ImageDecoder().metadata(of: source).make == "Scanner")
    }

    @Test("compatible makes an MP4 file with H.264 of a video that is none")
    func video() async throws {
        let video = try SampleVideo.quarters()
        try photos.write("clip.avi", video.avi())
        try photos.write("clip2.mp4", video.mp4())
        for name in ["clip.avi", "clip2.mp4"] {
            let bytes = try await copy(name, "compatible")
            #expect(MediaFormat.sniff(bytes) == .mp4 && bytes.contains(Array("avcC".utf8)))
            // What it made is left alone.
            try photos.write("again.mp4", bytes)
            #expect(try await copy("again.mp4", "compatible") == bytes)
        }
    }

    @Test("compatible without the location takes it out of videos, too")
    func videoWithoutLocation() async throws {
        var video = try SampleVideo.quarters()
        video.keys = ["com.apple.quicktime.location.ISO6709": "+52.4597+013.3220+051.178/"]
        try photos.write("clip.mp4", video.mp4())
        #expect(try await copy("clip.mp4", "compatible").contains(Array("+52.4597".utf8)))
        let bytes = try await copy("clip.mp4", "compatible", "--without-location")
        #expect(!bytes.contains(Array("+52.45".utf8)))
    }

    @Test("Ctrl-C in the middle of a conversion ends it with 130 and leaves no file")
    func interruption() async throws {
        var video = try SampleVideo.quarters(640, 480)
        video.frames = Array(repeating: video.frames[0], count: 10_000)
        try photos.write("clip.mp4", video.mp4())
        let result = try await onThread { [picker, photos, out] in
            let running = try picker.start(
                "original", "clip.mp4", "--library", photos.path, "--out", out, "--mode", "compatible")
            // It writes to a temporary file, which has no name any more.
            let folder = "/proc/\(running.processIdentifier)/fd"
            let links = FileManager.default
            for _ in 0..<12_000 {
                let files = (try? links.contentsOfDirectory(atPath: folder)) ?? []
                let targets = files.compactMap { try? links.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
                if targets.contains(where: { $0.contains("picker-spool") }) { break }
                usleep(10_000)
            }
            kill(running.processIdentifier, SIGINT)
            return running.wait()
        }
        #expect(result.ending == .exited(130) && result.errors.isEmpty, "\(result)")
        #expect(!Files.exists(out))
    }

    @Test("A conversion loads FFmpeg's libraries into the helper's process alone, which is gone after Ctrl-C")
    func processes() async throws {
        var video = try SampleVideo.quarters(640, 480)
        video.frames = Array(repeating: video.frames[0], count: 10_000)
        try photos.write("clip.mp4", video.mp4())
        try await onThread { [picker, photos, out] in
            // Backends in this process would load them for posters.
            let running = try picker.start(
                "original", "clip.mp4", "--library", photos.path, "--out", out, "--mode", "compatible",
                "--isolation", "worker")
            let host = running.processIdentifier
            guard let helper = Self.stopWithHelper(host) else {
                Issue.record("no helper was seen: \(running.wait())")
                return
            }
            let maps = Self.text(host, "maps")
            #expect(maps.contains("picker") && !maps.contains("libav"))
            kill(host, SIGINT)
            kill(host, SIGCONT)
            #expect(running.wait().ending == .exited(130))
            #expect(Self.text(helper, "cmdline").isEmpty)
        }
    }

    /// Stops the host while its helper has FFmpeg's libraries: asking for bytes that do not come, the helper stays.
    ///
    /// - Returns: the helper; nil when there is none for a minute.
    private static func stopWithHelper(_ host: pid_t) -> pid_t? {
        for _ in 0..<60_000 {
            guard let helper = children(of: host).first(where: { text($0, "cmdline").contains("convert") }) else {
                usleep(1_000)
                continue
            }
            kill(host, SIGSTOP)
            for _ in 0..<50 {
                if text(helper, "maps").contains("libavcodec") { return helper }
                usleep(1_000)
            }
            // It has not come that far, and needs the host to go on.
            kill(host, SIGCONT)
            usleep(20_000)
        }
        return nil
    }

    private static func children(of process: pid_t) -> [pid_t] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.flatMap { text(process, "task/\($0)/children").split(separator: " ").compactMap { pid_t($0) } }
    }

    /// A file of a process, whole: `FileManager` takes the first short read of such a file for its end.
    private static func text(_ process: pid_t, _ name: String) -> String {
        let bytes = try? FileHandle(forReadingAtPath: "/proc/\(process)/\(name)")?.readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    @Test("compatible says of a damaged video in one line what it is, and writes nothing")
    func damagedVideo() async throws {
        try photos.write("clip.mov", SampleMedia.quickTime)
        let result = try await picker(
            "original", "clip.mov", "--library", photos.path, "--out", out, "--mode", "compatible")
        result.expectFailure(65, naming: "clip.mov")
        #expect(!Files.exists(out))
    }

    @Test("the video of a motion photo is copied as it is in the file, and the photo with it")
    func motionPhoto() async throws {
        for sample in try SampleMotionPhoto.all() {
            let name = "\(sample.name).\(sample.fileExtension)"
            try photos.write(name, sample.bytes)
            #expect(try await copy(name, "current", "--representation", "pairedVideo") == SampleMotionPhoto.film)
            #expect(try await copy(name, "current") == sample.bytes)
        }
    }
}
