import Platform
import TestSupport
import Testing

@testable import PickerServer

@Suite("What was made for a download")
struct MediaContentTests {
    private static func made(_ bytes: [UInt8]) async throws -> MediaContent {
        try await MediaContent.made(bytes, filename: "a.jpg", mimeType: "image/jpeg")
    }

    private static func read(_ content: MediaContent, from offset: Int) async throws -> [UInt8] {
        var reader = MediaContent.Reader(offset: Int64(offset))
        var bytes: [UInt8] = []
        while case let piece = try await content.read(&reader), !piece.isEmpty {
            bytes += piece
            reader.offset += Int64(piece.count)
        }
        return bytes
    }

    @Test("is the same from each offset, whether it is small or large", arguments: [0, 1, 262_144, 262_145, 700_001])
    func content(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251 + $0) }
        let content = try await Self.made(bytes)
        #expect(content.byteCount == Int64(count) && content.filename == "a.jpg")
        for offset in [0, count / 2, count] {
            #expect(try await Self.read(content, from: offset) == Array(bytes[offset...]))
        }
    }

    @Test("waits in a file for those who read it slowly, if it is large, and that is gone with it")
    func file() async throws {
        // No other file of this process has that many bytes.
        let count = 1_048_573
        func isInFile() -> Bool {
            ((try? folderContents("/proc/self/fd")) ?? []).contains { number in
                let status = try? FileStatus(path: "/proc/self/fd/\(number)")
                return status?.linkCount == 0 && status?.byteSize == Int64(count)
            }
        }
        do {
            let content = try await Self.made([UInt8](repeating: 7, count: count))
            #expect(isInFile())
            withExtendedLifetime(content) {}
        }
        // The thread that wrote it lets go of it a moment after it has handed it over.
        try await wait(until: { !isInFile() })
        #expect(!isInFile())
    }
}
