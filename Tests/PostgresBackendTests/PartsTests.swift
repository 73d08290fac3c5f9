import Cryptography
import HTTPClient
import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Uploads in parts", .enabled(if: TestLibrary.server?.s3 != nil), .timeLimit(.minutes(2)))
struct PartsTests {
    private static let partLength: Int64 = 5 << 20
    private let store: ObjectStore
    private let bytes: [UInt8]

    /// A bucket of its own, and what makes two parts and a bit.
    init() throws {
        let server = try #require(TestLibrary.server)
        store = ObjectStore(
            try ObjectStoreSettings(library: [
                "endpoint": "http://127.0.0.1:\(server.s3 ?? 0)", "access-key": server.access ?? "",
                "secret-key": server.secret ?? "", "insecure": "yes",
                "bucket": "parts-" + String(UInt64.random(in: 0 ... .max), radix: 16),
            ]))
        _ = try store.checked(try store.send("PUT", nil, .never, limit: 1 << 16, body: .bytes([])), "")
        var number: UInt64 = 1
        bytes = (0..<Int(Self.partLength) * 2 + 70_001).map { _ in
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: number >> 56)
        }
    }

    private func put(
        _ hash: [UInt8]? = nil, read: @escaping (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) {
        try store.putInParts(
            "original/x", hash: hash ?? SHA256Digest(of: bytes).bytes, length: Int64(bytes.count),
            partLength: Self.partLength, contentType: "application/octet-stream", .never, read: read)
    }

    private func piece(_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8] {
        Array(bytes[Int(offset)...].prefix(count))
    }

    /// Of uploads that are neither complete nor taken back.
    private func pending() throws -> Int {
        let response = try store.checked(try store.send("GET", nil, .never, limit: 1 << 16, query: "uploads="), "")
        return XMLText.blocks(of: "Upload", in: response.bytes).count
    }

    @Test("An object of several parts is what was sent")
    func whole() throws {
        try put(read: piece)
        #expect(try store.size(of: "original/x", .never) == Int64(bytes.count))
        #expect(try store.object("original/x", limit: 1 << 30, .never) == bytes)
        #expect(try pending() == 0)
    }

    @Test("Of what cannot be read to its end, or changes meanwhile, nothing is there")
    func broken() throws {
        var reads = 0
        #expect {
            try put { (offset, count) throws(PhotoError) in
                reads += 1
                if reads > 12 { throw PhotoError(.corruptMedia, "unplugged") }
                return try piece(offset, count)
            }
        } throws: {
            ($0 as? PhotoError)?.message == "unplugged"
        }
        #expect { try put([UInt8](repeating: 7, count: 32), read: piece) } throws: {
            ($0 as? PhotoError)?.status == .changed
        }
        #expect { try put { (_, _) throws(PhotoError) in [] } } throws: { ($0 as? PhotoError)?.status == .changed }
        #expect(try store.size(of: "original/x", .never) == nil)
        #expect(try pending() == 0)
    }
}
