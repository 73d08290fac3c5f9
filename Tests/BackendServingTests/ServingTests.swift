import BackendKit
import BackendServing
import Foundation
import PhotoFixtures
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@Suite("What is served of a file")
struct ServingTests {
    private static let allFormats: FrameFormats = [.gray8, .rgb8, .rgba8, .ycbcr8]
    private let folder: FixtureFolder
    private let serving: FileServing
    private let bytes: [UInt8]

    init() throws {
        folder = try FixtureFolder()
        bytes = try folder.write("a.jpg")
        serving = FileServing(
            root: try LibraryRoot(path: Array(folder.path.utf8)), host: BackendHost(), sizes: .any)
    }

    private func files(_ name: String) -> AssetFiles {
        AssetFiles(folder: [], members: [AssetFiles.Member(name: Array(name.utf8), role: .photo, format: .jpeg)])
    }

    private func frames(
        _ name: String = "a.jpg", accepting formats: FrameFormats = allFormats, call: BackendCall = BackendCall()
    ) throws -> [Frame] {
        var frames: [Frame] = []
        try serving.requestImage(
            of: files(name), options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat),
            acceptedFormats: formats, call: call,
            deliver: {
                frames.append($0)
                return .more
            })
        return frames
    }

    private func read(
        _ offset: Int64, _ count: Int, representation: Int = 0, contentTag: UInt64? = nil,
        call: BackendCall = BackendCall()
    ) throws -> [UInt8] {
        let request = ReadRequest(
            localIdentifier: "a", representation: representation, offset: offset, count: count, contentTag: contentTag)
        return try serving.read(request, of: files("a.jpg"), call: call)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test("What is served of a file has pixels of a format that the host takes, in colour where it takes any")
    func formats() throws {
        for (formats, expected) in [
            (.rgb8, .rgb8), (.rgba8, .rgba8), (.gray8, .gray8), ([.gray8, .rgba8], .rgba8), ([.gray8, .rgb8], .rgb8),
        ] as [(FrameFormats, PixelFormat)] {
            let frames = try frames(accepting: formats)
            #expect(frames.map(\.pixels.format) == [expected] && frames.map(\.isFinal) == [true])
            #expect(frames.map(\.pixels.size) == [PixelSize(width: 64, height: 48)])
        }
        // None, and one that is to come: no argument is wrong (R14.7).
        for formats in [[], FrameFormats(rawValue: 1 << 20)] as [FrameFormats] {
            let none = #expect(throws: PhotoError.self) { try frames(accepting: formats) }
            #expect(none?.status == .unsupported && none?.message.contains("none of the formats of pixels") == true)
        }
    }

    @Test("What is served of a file that is gone, damaged or replaced meanwhile is no image, but the reason")
    func reasons() throws {
        let gone = #expect(throws: PhotoError.self) { try frames("none.jpg") }
        #expect(gone?.status == .notFound)
        try folder.write("damaged.jpg", Array(bytes.prefix(30)))
        let damaged = #expect(throws: PhotoError.self) { try frames("damaged.jpg") }
        #expect(damaged?.status.kind == .permanent && damaged?.message.hasPrefix("damaged.jpg: ") == true)
        let (file, count) = (URL(fileURLWithPath: folder.path("a.jpg")), bytes.count)
        let replacing = BackendCall(whenAsked: { try? Data(count: count).write(to: file) })
        let replaced = #expect(throws: PhotoError.self) { try frames(call: replacing) }
        #expect(replaced?.status == .changed)
    }

    @Test("What is served of a file to a library that is closed meanwhile is nothing")
    func closed() throws {
        for asked in 0...1 {
            let image = #expect(throws: PhotoError.self) { try frames(call: BackendCall(shutDownAfter: asked)) }
            #expect(image?.status == .closed)
            let part = #expect(throws: PhotoError.self) { try read(0, 5, call: BackendCall(shutDownAfter: asked)) }
            #expect(part?.status == .closed)
        }
    }

    @Test(
        "What is served of a file are its bytes from where it was asked to its end, of the version that was asked for")
    func bytesOfFile() throws {
        #expect(try read(10, 5) == Array(bytes[10..<15]))
        #expect(try read(Int64(bytes.count) - 3, 100) == Array(bytes.suffix(3)))
        #expect(try read(Int64(bytes.count), 100) == [])
        let other = #expect(throws: PhotoError.self) { try read(0, 5, representation: 1) }
        #expect(other?.status == .notFound && other?.message == "the asset has no representation 1")
        let changed = #expect(throws: PhotoError.self) { try read(0, 5, contentTag: 1) }
        #expect(changed?.status == .changed)
    }

    @Test("What is added is a file when all of it has come, and nothing is left of it otherwise")
    func additions() throws {
        func request(_ content: [UInt8], byteSize: Int? = nil) -> AddRequest {
            var rest = content[...]
            return AddRequest(filename: "new.jpg", byteSize: byteSize.map { Int64($0) }) { count in
                let piece = Array(rest.prefix(min(count, 100)))
                rest = rest.dropFirst(piece.count)
                return piece
            }
        }
        let (whole, text) = (request(bytes, byteSize: bytes.count), request(Array("no photo, but a text".utf8)))
        let short = request(bytes, byteSize: bytes.count + 1)
        let cancelled = #expect(throws: PhotoError.self) {
            try serving.add(whole, to: [], call: BackendCall(shutDownAfter: 1))
        }
        #expect(cancelled?.status == .closed)
        let incomplete = #expect(throws: PhotoError.self) { try serving.add(short, to: [], call: BackendCall()) }
        #expect(incomplete?.status == .changed)
        let refused = #expect(throws: PhotoError.self) { try serving.add(text, to: [], call: BackendCall()) }
        #expect(try refused?.status == .unsupportedFormat && names == ["a.jpg"])
        let added = try serving.add(request(bytes, byteSize: bytes.count), to: [], call: BackendCall())
        #expect(try added.path == Array("new.jpg".utf8) && names == ["a.jpg", "new.jpg"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("new.jpg"))) == Data(bytes))
        let absent = #expect(throws: PhotoError.self) {
            try serving.add(request(bytes), to: Array("none".utf8), call: BackendCall())
        }
        #expect(absent?.status == .notFound)
    }
}
