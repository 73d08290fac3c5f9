import ABIMemory
import BackendAPI
import Foundation
import TestSupport
import Testing

@testable import BackendWorker

/// A body of a message that stays where it is.
final class Body {
    private let bytes: UnsafeMutableRawBufferPointer
    private let arena = RecordArena()

    init(_ body: [UInt8]) {
        bytes = .allocate(byteCount: max(1, body.count), alignment: 16)
        bytes.copyBytes(from: body)
        count = body.count
    }

    let count: Int

    deinit { bytes.deallocate() }

    var reader: WireReader { WireReader(UnsafeRawBufferPointer(rebasing: bytes[..<count]), arena: arena) }

    func isInside(_ pointer: UnsafeRawPointer?) -> Bool {
        guard let pointer, let base = bytes.baseAddress else { return false }
        return pointer >= UnsafeRawPointer(base) && pointer <= UnsafeRawPointer(base) + count
    }
}

@Suite("A record on the wire") struct WireTests {
    private let arena = RecordArena()

    private func asset() -> picker_asset {
        var asset = picker_asset()
        asset.struct_size = structSize(of: picker_asset.self)
        asset.local_identifier = arena.string("aNyyoFtieNe0JTsP8NolTBA")
        asset.filename = arena.string("IMG_1.jpg")
        asset.relative_path = arena.string("")
        asset.relative_path_bytes = arena.bytes([0xFF, 0x00, 0x41])
        asset.pixel_width = 4000
        asset.latitude = -12.5
        asset.version_token = .max
        return asset
    }

    @Test("A record of a plugin loses texts that are longer than any on the wire, and nothing else")
    func longTexts() throws {
        var asset = asset()
        let text = [CChar](repeating: 0x41, count: Int(longestText) + 1)
        try text.withUnsafeBufferPointer { text in
            asset.filename = picker_string(data: text.baseAddress, length: longestText)
            asset.relative_path = picker_string(data: text.baseAddress, length: longestText + 1)
            asset.content_type = picker_string(data: text.baseAddress, length: .max)
            asset.placeholder = picker_bytes(data: asset.relative_path_bytes.data, length: 1 << 62)
            var writer = WireWriter(ofPlugin: true)
            try writer.value(&asset)
            let body = Body(writer.body)
            var reader = body.reader
            let copy = try reader.value(picker_asset.self)
            #expect(copy.filename.length == longestText && copy.relative_path_bytes.array == [0xFF, 0x00, 0x41])
            #expect(copy.relative_path.data == nil && copy.content_type.data == nil && copy.placeholder.data == nil)
            var request = WireWriter()
            #expect(throws: WireError.tooLarge) { try request.value(&asset) }
        }
        #expect(throws: InvalidUTF8.self) { try asset.content_type.text() }
    }

    @Test("A record on the wire comes out as it went in, absent texts absent and empty ones empty")
    func roundTrip() throws {
        var writer = WireWriter()
        var asset = asset()
        try writer.value(&asset)
        let body = Body(writer.body)
        var reader = body.reader
        let copy = try reader.value(picker_asset.self)
        #expect(reader.isAtEnd)
        #expect(try copy.local_identifier.text() == "aNyyoFtieNe0JTsP8NolTBA")
        #expect(try copy.relative_path.text()?.isEmpty == true)
        #expect(try copy.content_type.text() == nil && copy.placeholder.data == nil)
        #expect(copy.relative_path_bytes.array == [0xFF, 0x00, 0x41])
        #expect(copy.pixel_width == 4000 && copy.latitude == -12.5 && copy.version_token == .max)
        #expect(body.isInside(copy.local_identifier.data))
    }

    @Test("A record on the wire has a camera, keywords and several files inside")
    func nested() throws {
        var asset = asset()
        var camera = picker_camera_metadata()
        camera.struct_size = structSize(of: picker_camera_metadata.self)
        camera.make = arena.string("Maker")
        camera.keywords = arena.array([arena.string("one"), arena.string("")])
        camera.keyword_count = 2
        var file = picker_representation()
        file.struct_size = structSize(of: picker_representation.self)
        file.filename = arena.string("IMG_1.CR2")
        var writer = WireWriter()
        try withUnsafePointer(to: &asset) { asset in
            try withUnsafePointer(to: &camera) { camera in
                try withUnsafePointer(to: &file) { file in
                    var details = picker_asset_details()
                    details.struct_size = structSize(of: picker_asset_details.self)
                    details.asset = asset
                    details.camera = camera
                    details.representations = arena.array([file, file])
                    details.representation_count = 2
                    try writer.value(&details)
                }
            }
        }
        let body = Body(writer.body)
        var reader = body.reader
        let details = try reader.value(picker_asset_details.self)
        #expect(try details.asset?.pointee.filename.text() == "IMG_1.jpg")
        let keywords = try #require(details.camera?.pointee.keywords)
        #expect(try keywords[0].text() == "one" && keywords[1].text()?.isEmpty == true)
        #expect(try details.representations?[1]?.pointee.filename.text() == "IMG_1.CR2")
    }

    @Test("A record on the wire whose size ends inside a pointer has all of that pointer, which is inside the message")
    func halfPointer() throws {
        let offset = try #require(MemoryLayout<picker_asset>.offset(of: \.filename))
        for size in offset + 1..<offset + 8 {
            var writer = WireWriter()
            var asset = asset()
            try writer.value(&asset)
            var bytes = writer.body
            withUnsafeBytes(of: UInt32(size)) { bytes.replaceSubrange(0..<4, with: $0) }
            let body = Body(bytes)
            var reader = body.reader
            var read = try reader.value(picker_asset.self)
            let copy = boundedCopy(of: &read, into: picker_asset())
            #expect(copy.filename.data == read.filename.data && body.isInside(copy.filename.data), "\(size)")
        }
    }

    @Test(
        "A record on the wire keeps the size of an older, shorter struct, and is cut to this build's when it is newer")
    func sizes() throws {
        for (size, expected) in [(40, 40), (1 << 20, MemoryLayout<picker_asset>.size)] {
            var asset = asset()
            asset.struct_size = UInt32(size)
            var writer = WireWriter()
            if size > MemoryLayout<picker_asset>.size { asset.struct_size = structSize(of: picker_asset.self) }
            try writer.value(&asset)
            var bytes = writer.body
            withUnsafeBytes(of: UInt32(size)) { bytes.replaceSubrange(0..<4, with: $0) }
            let body = Body(bytes)
            var reader = body.reader
            #expect(try reader.value(picker_asset.self).struct_size == UInt32(expected))
        }
    }

    @Test("A record on the wire that is cut off anywhere is refused, and nothing is read after it")
    func cutOff() throws {
        var writer = WireWriter()
        var asset = asset()
        try writer.value(&asset)
        for count in 0..<writer.body.count {
            let body = Body(Array(writer.body[..<count]))
            var reader = body.reader
            #expect(throws: WireError.malformed) { try reader.value(picker_asset.self) }
        }
    }

    /// Pointers that a worker sends are never taken over, whatever the bytes are.
    @Test("A record on the wire of random bytes is refused, or points into the message", arguments: 0..<200)
    func random(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        // Small lengths, so that some of them fit.
        for index in stride(from: 0, to: bytes.count, by: 8) where Bool.random(using: &numbers) {
            bytes.replaceSubrange(
                index..<index + 8, with: [UInt8.random(in: 0...20, using: &numbers), 0, 0, 0, 0, 0, 0, 0])
        }
        let body = Body(bytes)
        var reader = body.reader
        if let asset = try? reader.value(picker_asset.self) {
            for text in [asset.local_identifier, asset.filename, asset.relative_path, asset.content_type] {
                #expect(text.data == nil || body.isInside(text.data))
            }
            for bytes in [asset.relative_path_bytes, asset.placeholder] {
                #expect(bytes.data == nil || body.isInside(bytes.data))
            }
        }
        reader = body.reader
        _ = try? reader.value(picker_asset_details.self)
        reader = body.reader
        _ = try? reader.value(picker_change.self)
        reader = body.reader
        if let frame = try? reader.value(picker_frame.self) {
            #expect(frame.plane.0 == nil && frame.plane.3 == nil && frame.icc_profile.data == nil)
            #expect(frame.release_context == nil && frame.release == nil)
        }
    }

    @Test("A record on the wire with an array that promises more than came is refused before memory is taken")
    func promises() throws {
        var change = picker_change()
        change.struct_size = structSize(of: picker_change.self)
        var writer = WireWriter()
        try writer.value(&change)
        var bytes = writer.body
        let start = MemoryLayout<picker_change>.size
        withUnsafeBytes(of: UInt64(1) << 40) { bytes.replaceSubrange(start..<start + 8, with: $0) }
        let body = Body(bytes)
        var reader = body.reader
        #expect(throws: WireError.malformed) { try reader.value(picker_change.self) }
    }
}
