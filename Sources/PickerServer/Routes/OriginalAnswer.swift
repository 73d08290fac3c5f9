internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// Answers with the bytes of a file as they are, in ranges when asked for.
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
        // It has no tag, so that whatever If-Range names is not it: what is there may be another file by now.
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
                // The length is promised already: a file that got shorter can only break the connection off.
                guard !bytes.isEmpty else { throw CancellationError() }
                try await writer.write(inPieces: bytes)
                position += Int64(bytes.count)
            }
            try await writer.finish(nil)
        }
    }
}
