internal import CZlib
internal import HTTPTypes
internal import Hummingbird
internal import PickerHost

/// The gzip format of RFC 1952, for lists: their keys and paths repeat, so they shrink to a tenth.
enum Gzip {
    /// The fewest bytes that are compressed. With less, the header is not worth it.
    private static var least: Int { 1024 }
    /// zlib's default. Its fastest level leaves lists a quarter larger, for which phones have to wait longer.
    private static var level: Int32 { 6 }
    /// The largest window; 16 selects the header and the checksum of gzip.
    private static var windowBits: Int32 { 15 + 16 }

    /// - Returns: nil if the result would not be shorter, or zlib has no memory.
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

    /// Whether a client accepts gzip (RFC 9110): by name or by `*`, and not with a weight of 0.
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
    /// A list as JSON, compressed if the client accepts that.
    static func list(_ document: some Encodable, for request: Request) throws -> Response {
        let text = try JSONText().bytes(document)
        let compressed = Gzip.isAccepted(request.headers) ? Gzip.compressed(text) : nil
        var response = json(text: compressed ?? text)
        response.headers[.vary] = "Accept-Encoding"
        response.headers[.contentEncoding] = compressed.map { _ in "gzip" }
        return response
    }
}
