internal import CZlib
internal import HTTPTypes
internal import Hummingbird
internal import PickerHost

/// The gzip format of RFC 1952, for lists: their keys and paths repeat, so that a tenth remains of them.
enum Gzip {
    /// Less is not worth a header.
    private static var least: Int { 1024 }
    /// zlib's usual: its quickest leaves a quarter more of a list, and what is saved is less to wait for on a phone.
    private static var level: Int32 { 6 }
    /// The largest window, and 16 for the format's head and sum.
    private static var windowBits: Int32 { 15 + 16 }

    /// - Returns: nil when it would not be shorter, or when zlib has no memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= least else { return nil }
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(&stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        var isComplete = false
        let output = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = Int(stream.total_out)
            }
        }
        return isComplete ? output : nil
    }

    /// Whether a client takes it, by RFC 9110: named, or all are, and not with the weight of none.
    static func isAccepted(_ fields: HTTPFields) -> Bool {
        var all: Bool?
        for field in fields[values: .acceptEncoding] {
            for choice in field.split(separator: ",") {
                let parts = choice.split(separator: ";").map { $0.withoutOuterBlanks }
                guard let name = parts.first?.lowercased() else { continue }
                let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map { Double($0.dropFirst(2)) }
                let isTaken = weight.map { ($0 ?? 0) > 0 } ?? true
                if name == "gzip" || name == "x-gzip" { return isTaken }
                if name == "*" { all = isTaken }
            }
        }
        return all ?? false
    }
}

extension Response {
    /// A list as JSON, compressed for clients that take it so.
    static func list(_ document: some Encodable, for request: Request) throws -> Response {
        let text = try JSONText().bytes(document)
        let compressed = Gzip.isAccepted(request.headers) ? Gzip.compressed(text) : nil
        var response = json(text: compressed ?? text)
        response.headers[.vary] = "Accept-Encoding"
        response.headers[.contentEncoding] = compressed.map { _ in "gzip" }
        return response
    }
}
