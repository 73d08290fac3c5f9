import Foundation
import Imaging
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Thumbnails that the desktop shares", .timeLimit(.minutes(15))) struct DesktopThumbnailTests {
    private let folder: TemporaryFolder
    private let thumbnails: DesktopThumbnails
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        thumbnails = try #require(
            DesktopThumbnails(DesktopThumbnailSettings(.write, folder: folder.path("thumbnails"))))
        path = try folder.write("the photo", to: "a.jpg")
    }

    private func photo(_ width: Int = 400, _ height: Int = 300) throws -> DesktopPhoto {
        var asset = sampleAsset("a")
        (asset.pixelWidth, asset.pixelHeight) = (width, height)
        return try #require(DesktopPhoto(asset, path: Array(path.utf8)))
    }

    private func options(_ side: Int, _ mode: ContentMode = .aspectFit) -> ImageOptions {
        ImageOptions(targetSize: PixelSize(width: side, height: side), contentMode: mode)
    }

    private func buffer(_ width: Int, _ height: Int) -> PixelBuffer {
        ReleaseCounter().buffer(.rgb8, width: width, height: height)
    }

    private func image(_ side: Int = 128, of photo: DesktopPhoto? = nil) throws -> PixelSize? {
        thumbnails.image(of: try photo ?? self.photo(), options(side), .never)?.size
    }

    /// Puts a file where the thumbnail of the photo is looked for.
    private func put(
        _ bytes: [UInt8], _ size: DesktopThumbnailSize = .normal, secondsLater seconds: Double = 10
    ) throws {
        let file = thumbnails.path(of: try photo(), size)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: file)
    }

    /// A thumbnail as other programs write it.
    private func thumbnail(
        _ width: Int = 128, _ height: Int = 96, address: String? = nil, time: String? = nil,
        more: [(String, String)] = []
    ) throws -> [UInt8] {
        let photo = try photo()
        let png = try PNGEncoder().encode(buffer(width, height))
        return PNGText.adding(
            [("Thumb::URI", address ?? photo.address), ("Thumb::MTime", time ?? "\(photo.modificationSeconds)")]
                + more.map { (keyword: $0.0, text: $0.1) }, to: png)
    }

    @Test("are shown when they are of the photo as it is, from the smallest that has the pixels")
    func found() throws {
        #expect(try image() == nil)
        try put(try thumbnail())
        #expect(try image() == PixelSize(width: 128, height: 96))
        #expect(try image(64) == PixelSize(width: 64, height: 48))
        #expect(try image(129) == nil)
        let filled = thumbnails.image(of: try photo(), options(96, .aspectFill), .never)
        #expect(filled?.size == PixelSize(width: 96, height: 96))
        try put(try thumbnail(256, 192, more: [("Thumb::Size", "9"), ("Thumb::Mimetype", "image/jpeg")]), .large)
        #expect(try image(129) == PixelSize(width: 129, height: 97))
        try put(try thumbnail(time: "\(photo().modificationSeconds).25"))
        #expect(try image() == PixelSize(width: 128, height: 96))
        #expect(thumbnails.counts.hits == 5 && thumbnails.counts.misses == 2)
    }

    @Test("are not asked for what they do not show")
    func unsuitable() throws {
        try put(try thumbnail())
        var options = options(64)
        options.crop = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(thumbnails.image(of: try photo(), options, .never) == nil)
        options = self.options(64)
        options.convertsToSRGB = false
        #expect(thumbnails.image(of: try photo(), options, .never) == nil)
        options = self.options(64)
        options.version = .original
        #expect(thumbnails.image(of: try photo(), options, .never) == nil)
        #expect(thumbnails.image(of: try photo(), ImageOptions(targetSize: nil), .never) == nil)
        #expect(try image(64, of: photo(300, 400)) == nil && image(64, of: photo(400, 400)) == nil)
        #expect(try image(64) != nil)
    }

    @Test("are not shown when they are of the photo as it was, whatever its time is set to")
    func stale() throws {
        try put(try thumbnail(), secondsLater: 0)
        // It may have been made before the last change, in the same second.
        #expect(try image() == nil)
        try put(try thumbnail())
        #expect(try image() != nil)
        let time = try #require(
            FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        try put(try thumbnail(), secondsLater: -100)
        try Data("another".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect(try image() == nil)
        try put(try thumbnail(time: "\(photo().modificationSeconds - 1)"))
        #expect(try image() == nil)
        try put(try thumbnail(more: [("Thumb::Size", "8")]))
        #expect(try image() == nil)
        try put(try thumbnail(address: "file:///elsewhere/a.jpg"))
        #expect(try image() == nil)
    }

    @Test("may have compressed texts, as those of KDE have")
    func compressed() throws {
        func compressed(_ text: String) throws -> [UInt8] {
            let content = Array("Thumb::URI".utf8) + [0, 0] + Self.zlib(Array(text.utf8))
            let plain = PNGText.adding(
                [("Thumb::MTime", "\(try photo().modificationSeconds)")], to: try PNGEncoder().encode(buffer(128, 96)))
            return plain.prefix(33) + Self.chunk("zTXt", content) + plain.dropFirst(33)
        }
        try put(try compressed(photo().address))
        #expect(try image() != nil)
        try put(try compressed(String(repeating: "a", count: 60_000)))
        #expect(try image() == nil)
    }

    @Test("that are hostile or damaged are not shown, and harm nothing")
    func hostile() throws {
        let good = try thumbnail()
        var bomb = good
        bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xAF, 0xC8])  // 60,000 by 45,000 pixels.
        var endless = good
        endless.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
        let chunks =
            Array(good.prefix(33)) + (0..<20_000).flatMap { _ in Self.chunk("tEXt", [65, 0]) } + good.dropFirst(33)
        let bad: [[UInt8]] = [
            [], Array("not a PNG".utf8), Array(good.dropLast(good.count / 2)), Array(good.prefix(40)), bomb, endless,
            Array(good.prefix(8)), try thumbnail(256, 192), try JPEGEncoder(quality: 90).encode(buffer(128, 96)),
            try PNGEncoder().encode(buffer(128, 96)), good + [UInt8](repeating: 0, count: 1 << 20), chunks,
        ]
        for (number, bytes) in bad.enumerated() {
            try put(bytes)
            #expect(try image() == nil, "number \(number)")
        }
        for step in stride(from: 8, to: good.count, by: max(1, good.count / 200)) {
            var changed = good
            changed[step] ^= 0x55
            try put(changed)
            // A byte of the pixels or of no meaning at all may be another: what is shown is of the right size.
            if let size = try image() { #expect(size == PixelSize(width: 128, height: 96)) }
        }
        try put(good)
        #expect(try image() != nil)
    }

    @Test("that are links, pipes or another user's are not opened")
    func notFiles() throws {
        try put(try thumbnail())
        let file = thumbnails.path(of: try photo(), .normal)
        let aside = folder.path("aside.png")
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: aside)
        #expect(try image() == nil)
        try FileManager.default.removeItem(atPath: file)
        try Descriptor.workingFolder.makeNamedPipe(file.utf8)
        #expect(try image() == nil)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        #expect(try image() != nil)
        if chown(file, 12345, 12345) == 0 { #expect(try image() == nil) }
    }

    @Test("are written complete, for their owner alone, in the largest size that the image has")
    func written() throws {
        thumbnails.add(Frame(pixels: buffer(300, 225)), options(300), of: try photo(), .never)
        let file = thumbnails.path(of: try photo(), .large)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        for made in ["thumbnails", "thumbnails/large"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(made))
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("thumbnails/large")).count == 1)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        #expect(
            try ImageDecoder().header(of: ImageSource(bytes: bytes)).storedSize == PixelSize(width: 256, height: 192))
        let texts = PNGText.texts(in: bytes, keywords: ["Thumb::URI", "Thumb::MTime", "Thumb::Size", "Software"])
        let photo = try photo()
        #expect(
            texts == [
                "Thumb::URI": photo.address, "Thumb::MTime": "\(photo.modificationSeconds)", "Thumb::Size": "9",
                "Software": "Picker",
            ])
        try put(bytes, .large)
        #expect(try image(200) == PixelSize(width: 200, height: 150))
        // What is good stays.
        let before = try FileStatus(path: file)
        thumbnails.add(Frame(pixels: buffer(300, 225)), options(300), of: photo, .never)
        #expect(try FileStatus(path: file) == before)
    }

    @Test("of processes that were killed while they wrote them are removed, and those that are being written are not")
    func leftovers() throws {
        let large = folder.path("thumbnails/large")
        try FileManager.default.createDirectory(atPath: large, withIntermediateDirectories: true)
        let old: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: -3600)]
        for name in [".picker-7-1.png", ".picker-8-2.png", ".other-7-1.png"] {
            try Data("PNG".utf8).write(to: URL(filePath: "\(large)/\(name)"))
            try FileManager.default.setAttributes(old, ofItemAtPath: "\(large)/\(name)")
        }
        try Data("PNG".utf8).write(to: URL(filePath: "\(large)/.picker-9-3.png"))
        let writing = try OwnedDescriptor.open("\(large)/.picker-8-2.png")
        #expect(try writing.borrowed.tryToLock())
        thumbnails.add(Frame(pixels: buffer(300, 225)), options(300), of: try photo(), .never)
        let left = try FileManager.default.contentsOfDirectory(atPath: large).filter { $0.hasPrefix(".") }
        #expect(left.sorted() == [".other-7-1.png", ".picker-8-2.png", ".picker-9-3.png"])
        #expect(try writing.borrowed.status().linkCount == 1)
    }

    @Test("are not written of what is not all of a photo, of one that changed meanwhile, or of a thumbnail itself")
    func unwritten() throws {
        let photo = try photo()
        func add(_ frame: Frame, _ options: ImageOptions, _ other: DesktopPhoto? = nil) {
            thumbnails.add(frame, options, of: other ?? photo, .never)
        }
        add(Frame(pixels: buffer(128, 96), isDegraded: true), options(128))
        add(Frame(pixels: buffer(128, 96), isIncomplete: true), options(128))
        add(Frame(pixels: buffer(128, 128)), options(128, .aspectFill))
        add(Frame(pixels: buffer(64, 48)), options(64))
        add(Frame(pixels: ReleaseCounter().buffer(.rgb8, width: 128, height: 96, color: .displayP3)), options(128))
        var cropped = options(128)
        cropped.crop = PixelRect(x: 0, y: 0, width: 200, height: 150)
        add(Frame(pixels: buffer(128, 96)), cropped)
        try folder.write("another photo", to: "a.jpg")
        add(Frame(pixels: buffer(128, 96)), options(128))
        #expect(!FileManager.default.fileExists(atPath: folder.path("thumbnails")) || made.isEmpty)
        let inside = DesktopThumbnails(DesktopThumbnailSettings(.write, folder: folder.path))
        inside?.add(Frame(pixels: buffer(128, 96)), options(128), of: try self.photo(), .never)
        #expect(!FileManager.default.fileExists(atPath: folder.path("normal")))
        let reading = DesktopThumbnails(DesktopThumbnailSettings(.read, folder: folder.path("read")))
        reading?.add(Frame(pixels: buffer(128, 96)), options(128), of: try self.photo(), .never)
        #expect(!FileManager.default.fileExists(atPath: folder.path("read")))
    }

    /// What was written, below the folder.
    private var made: [String] {
        (FileManager.default.subpaths(atPath: folder.path("thumbnails")) ?? []).filter { $0.hasSuffix(".png") }
    }

    @Test("do not leave the file system of their photo")
    func otherFileSystem() throws {
        let memory = "/dev/shm"
        guard let elsewhere = try? FileStatus(path: memory),
            try elsewhere.device != FileStatus(path: folder.path).device,
            let there = try? ScratchFolder(prefix: "picker-test", in: memory)
        else { return }
        let thumbnails = try #require(
            DesktopThumbnails(DesktopThumbnailSettings(.write, folder: "\(there.path)/thumbnails")))
        thumbnails.add(Frame(pixels: buffer(128, 96)), options(128), of: try photo(), .never)
        #expect(!FileManager.default.fileExists(atPath: thumbnails.folder))
    }

    @Test("that cannot be written are none")
    func unwritable() throws {
        try folder.write("a file", to: "thumbnails")
        thumbnails.add(Frame(pixels: buffer(128, 96)), options(128), of: try photo(), .never)
        #expect(try image() == nil)
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        // Readers of texts do not look at the checksum.
        withUnsafeBytes(of: UInt32(data.count).bigEndian) { Array($0) } + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    /// One block that is stored (RFC 1950 and 1951).
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        let length = UInt16(bytes.count)
        return [0x78, 0x01, 1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
            + bytes
            + withUnsafeBytes(of: (high << 16 | low).bigEndian) { Array($0) }
    }
}
