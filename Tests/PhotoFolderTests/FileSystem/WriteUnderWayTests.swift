import Foundation
import PhotoFolder
import TestSupport
import Testing

/// Large enough for one call of `write` to take tens of milliseconds: its time is set when it begins, and readers come
/// long after that.
@Suite(.timeLimit(.minutes(5))) struct WriteUnderWayTests {
    private static let byteCount = 64 << 20

    @Test func `A read beside one large write gives one version or the error that the file changed`() async throws {
        let folder = try LibraryFolder()
        try folder.write("photo.jpg", [UInt8](repeating: 1, count: Self.byteCount))
        let root = try folder.open()
        let isWritten = Flag()
        async let writing: Void = onThread {
            defer { isWritten.lower() }
            try Self.rewrite(folder.path("photo.jpg"))
        }
        let mixtures = try await onThread {
            var mixtures = 0
            while isWritten.isRaised {
                if try Self.readsMixture(root) { mixtures += 1 }
            }
            return mixtures
        }
        try await writing
        #expect(mixtures == 0)
    }

    /// Writes all of the file again and again, in one call each time.
    private static func rewrite(_ path: String) throws {
        let versions = [1, 2].map { [UInt8](repeating: $0, count: byteCount) }
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        var generator = SeededGenerator(seed: 1)
        for count in 0..<60 {
            let written = versions[count % 2].withUnsafeBytes {
                pwrite(handle.fileDescriptor, $0.baseAddress, $0.count, 0)
            }
            try #require(written == byteCount)
            usleep(UInt32(generator.next() % 60_000))
        }
    }

    private static func readsMixture(_ root: LibraryRoot) throws -> Bool {
        let bytes: [UInt8]
        do throws(FolderError) {
            bytes = try root.read(Array("photo.jpg".utf8), from: 0, count: byteCount)
        } catch {
            guard case .changed = error else { throw error }
            return false
        }
        // One byte of each page: writes are made of pages.
        return bytes.count != byteCount || stride(from: 0, to: byteCount, by: 4096).contains { bytes[$0] != bytes[0] }
    }
}
