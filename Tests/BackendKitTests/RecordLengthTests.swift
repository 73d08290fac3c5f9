import ABIMemory
import BackendAPI
import PhotoModel
import Testing

@testable import BackendKit

@Suite("Texts of records for the host") struct RecordLengthTests {
    @Test("Texts of records for the host have no more bytes than they may, and end with a whole character (R8.5)")
    func long() throws {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var camera = CameraMetadata()
        // One byte, and then two for each character: neither limit is at the end of one.
        let long = "x" + String(repeating: "ä", count: 40_000)
        (camera.title, camera.caption, camera.make) = (long, long, long)
        camera.keywords = ["short", long]
        let record = camera.record(in: arena)
        let keywords = try #require(record.keywords)
        for text in [record.title, record.make, keywords[1]] {
            #expect(try text.text() == String(long.prefix(512)) && text.length == 1023)
        }
        #expect(try record.caption.text() == String(long.prefix(32_768)) && record.caption.length == 65_535)
        #expect(try keywords[0].text() == "short" && record.keyword_count == 2)
    }

    @Test("Texts of records for the host that have as many bytes as they may are whole")
    func full() {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var camera = CameraMetadata()
        (camera.title, camera.caption) = (String(repeating: "a", count: 1024), String(repeating: "a", count: 65_536))
        let record = camera.record(in: arena)
        #expect(record.title.length == 1024 && record.caption.length == 65_536)
    }

    @Test("Of more keywords than a host reads, the first ones are in its records")
    func keywords() throws {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var camera = CameraMetadata()
        camera.keywords = (0..<2000).map(String.init)
        let record = camera.record(in: arena)
        #expect(record.keyword_count == UInt64(PICKER_KEYWORD_LIMIT))
        #expect(try record.keywords?[1023].text() == "1023")
    }
}
