import PhotoModel
import PostgresClient
import Testing

@testable import PostgresServing

@Suite("Ready images", .enabled(if: TestLibrary.server != nil), .timeLimit(.minutes(2)))
struct RenditionTests {
    private static let hash = [UInt8](repeating: 7, count: 32)

    /// A file with a ready image that had so many bytes when the rows were read.
    private func file(byteSize: Int64) -> StoredFile {
        let representation = Representation(
            role: .photo, filename: "a.heic", path: AssetPath("a.heic"), contentType: "public.heic", byteSize: 10,
            contentTag: 1)
        return StoredFile(
            representation: representation, hash: Self.hash, objectSize: 10, isTurned: false,
            renditions: [.init(level: 0, size: PixelSize(width: 10, height: 10), byteSize: byteSize)])
    }

    private func write(byteSize: Int64, _ test: TestLibrary) throws {
        _ = try test.connection.run(
            SQL(
                "INSERT INTO picker.object (hash, byte_size) VALUES (?, 10) ON CONFLICT DO NOTHING", .bytes(Self.hash)))
        _ = try test.connection.run(
            SQL(
                """
                INSERT INTO picker.rendition (hash, level, width, height, byte_size) VALUES (?, 0, 10, 10, ?)
                ON CONFLICT (hash, level) DO UPDATE SET byte_size = excluded.byte_size
                """, .bytes(Self.hash), .integer(byteSize)))
    }

    @Test("One that was made again after its row was read is delivered, and one of no known length is not")
    func madeAgain() throws {
        let answer = try FixedAnswer("200 OK", body: "fours")
        let test = try TestLibrary(endpoint: "http://127.0.0.1:\(answer.port)")
        func image(_ byteSize: Int64) throws(PhotoError) -> [UInt8] {
            try test.library.rendition(0, of: file(byteSize: byteSize), limit: 1 << 16, .never)
        }
        try write(byteSize: 4, test)
        let error = #expect(throws: PhotoError.self) { try image(4) }
        #expect(error?.status == .changed && error?.message.contains("has 5 bytes, not 4") == true)
        try write(byteSize: 5, test)
        #expect(try image(4) == Array("fours".utf8))
        #expect(try image(5) == Array("fours".utf8))
        withExtendedLifetime(answer) {}
    }
}
