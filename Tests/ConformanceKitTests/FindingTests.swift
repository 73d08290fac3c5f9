import BackendAPI
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("What a finding says", .timeLimit(.minutes(10))) struct FindingTests {
    private static let right = TestPattern.colors

    @Test(
        "The colours of quarters tell how an image is turned",
        arguments: [
            ([3, 2, 1, 0], "rotated by 180°"), ([2, 0, 3, 1], "rotated by 90° clockwise"),
            ([1, 3, 0, 2], "rotated by 90° counter-clockwise"), ([1, 0, 3, 2], "mirrored, left is right"),
            ([2, 3, 0, 1], "upside down, mirrored"), ([0, 0, 0, 0], "of the top left quarter alone"),
        ])
    func turned(order: [Int], text: String) {
        #expect(QuarterHint.text(order.map { Self.right[$0] }, expected: Self.right, tolerance: 8) == text)
    }

    @Test("Colours that are right, or like nothing that is known, get no hint")
    func unknown() {
        #expect(QuarterHint.text(Self.right, expected: Self.right, tolerance: 8) == nil)
        let strange = [[1, 2, 3], [9, 9, 9], [70, 7, 7], [0, 0, 90]]
        #expect(QuarterHint.text(strange, expected: Self.right, tolerance: 8) == nil)
        #expect(QuarterHint.text([], expected: Self.right, tolerance: 8) == nil)
    }

    /// What is said of a frame that shows what `other` does, when `wanted` was asked for.
    private func hint(_ wanted: picker_rect, shows other: (inout ImageModel) -> Void) -> String? {
        let mosaic = Mosaic(width: 149, height: 99, cell: 8, seed: 1)
        let ask = ImageRequest { $0.crop = wanted }
        let model = ImageModel(mosaic: mosaic, ask: ask, isLossless: true, isExact: true)
        var shown = model
        other(&shown)
        let (width, height) = (Int(wanted.width), Int(wanted.height))
        let samples = shown.pictures(
            FramePixels(width: width, height: height, samples: [UInt8](repeating: 0, count: width * height * 3))
        )["expected"]?.samples
        guard let samples else { return nil }
        return model.hint(FramePixels(width: width, height: height, samples: samples), isDegraded: false)
    }

    @Test("Of a crop the finding says which other part came, and nothing when that may be one or another")
    func crops() {
        let crop = picker_rect(x: 40, y: 30, width: 60, height: 40)
        #expect(hint(crop) { $0.ask.crop = picker_rect() }?.contains("all of the photo") == true)
        #expect(hint(crop) { ($0.ask.crop.x, $0.ask.crop.y) = (0, 0) }?.contains("top left corner") == true)
        #expect(hint(crop) { $0.ask.crop.x += 1 }?.contains("a crop from 41,30 on") == true)
        #expect(hint(crop) { $0.mosaic.exif.orientation = 3 }?.contains("orientation 3") == true)
        // A part at the right edge, which a photo that stands upright does not have.
        let edge = picker_rect(x: 100, y: 0, width: 49, height: 99)
        #expect(hint(edge) { $0.mosaic.exif.orientation = 4 }?.contains("orientation 4") == true)
        // One pixel is like that of many other places.
        let corner = picker_rect(x: 148, y: 98, width: 1, height: 1)
        #expect(hint(corner) { $0.ask.crop.x -= 100 } == nil)
    }

    /// How often a frame was given back.
    private final class Releases { var count = 0 }

    @Test(
        "A sink that gives frames back at once does so where image files are taken, too",
        arguments: [0, .max] as [UInt32])
    func givesBack(formats: UInt32) {
        let releases = Releases()
        var frame = picker_frame()
        frame.struct_size = UInt32(MemoryLayout<picker_frame>.size)
        frame.release_context = Unmanaged.passUnretained(releases).toOpaque()
        frame.release = { context in
            if let context { Unmanaged<Releases>.fromOpaque(context).takeUnretainedValue().count += 1 }
        }
        for (sink, wanted) in [(RecordSink.releasing(), 1), (RecordSink.frames(), 0)] {
            releases.count = 0
            sink.decodeFiles(for: ImageRequest { $0.formats = formats })
            _ = withUnsafePointer(to: frame) { SinkProbe.receive(sink.begin(), UnsafeRawPointer($0)) }
            #expect(sink.count == 1 && releases.count == wanted)
        }
    }

    private func outcome(_ fault: String, _ check: String) async throws -> CheckOutcome {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        return try #require(try await ConformanceRun.test(plugin, level: .full, filter: check).report().checks.first)
    }

    @Test("A finding of wrong pixels says what they look like, and has pictures of them")
    func pixels() async throws {
        let found = try await outcome("blue-is-red", "images.every-pixel")
        #expect(found.message.contains("red and blue are exchanged"), "\(found.message)")
        #expect(found.pictures.map(\.name) == ["expected", "got", "difference"])
        #expect(found.lastStep?.contains("mosaic-") == true, "\(found.lastStep ?? "")")
        let turned = try await outcome("upside-down", "images.colors")
        #expect(turned.message.contains("it is upside down"), "\(turned.message)")
    }

    @Test("A file that a plugin names and that is not there is a finding, and no failure of the kit")
    func nowhere() async throws {
        let found = try await outcome("files-lie-nowhere", "data.every-representation")
        #expect(found.verdict == .failed && found.message.contains("nowhere.ppm"), "\(found.message)")
    }

    @Test("A finding has paths beside identifiers, and the step at which it was found")
    func places() async throws {
        let found = try await outcome("hides-hidden-bytes", "library.hidden-assets")
        #expect(found.message.contains(" (Album "), "\(found.message)")
        let counted = try await outcome("fetch-count-off-by-one", "fetch.count-is-enumeration")
        #expect(counted.lastStep != "release of a fetch" && counted.lastStep != "close")
    }
}
