internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// Answers with the unchanged bytes of a file, in ranges if the request asks for one.
struct OriginalAnswer {
    let library: PhotoLibrary
    let original: OriginalFile

    private static var chunk: Int64 { 256 << 10 }

    func response(to request: Request) throws -> Response {
        let size = original.byteSize
        let headers: HTTPFields = [
            .contentType: MediaFormat.mimeType(of: original.representation.contentType),
            .acceptRanges: "bytes", .cacheControl: "private, no-cache",
        ]
        // The answer has no tag, so If-Range never matches: the file may be another one by now.
        let range = request.headers[.ifRange] == nil ? request.range : nil
        return ByteRange(range, size: size).response(size: size, headers: headers, body: body)
    }

    private func body(offset: Int64, count: Int64) -> ResponseBody {
        ResponseBody(contentLength: Int(count)) { [library, original] writer in
            var position = offset
            let end = offset + count
            while position < end {
                let wanted = Int(min(Self.chunk, end - position))
                let bytes = try await library.read(original.reference, offset: position, count: wanted)
                // The length has already been sent, so if the file got shorter, the connection can only be broken off.
                guard !bytes.isEmpty else { throw CancellationError() }
                try await writer.write(inPieces: bytes)
                position += Int64(bytes.count)
            }
            try await writer.finish(nil)
        }
    }
}
