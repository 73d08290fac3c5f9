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
            .contentType: MediaTypeName.mimeType(of: original.representation.contentType),
            .acceptRanges: "bytes", .cacheControl: "private, no-cache",
        ]
        return ByteRange(request.headers[.range], size: size).response(size: size, headers: headers, body: body)
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

/// MIME types of the uniform type identifiers of photos and videos.
package enum MediaTypeName {
    private static let known = [
        "public.jpeg": "image/jpeg", "public.png": "image/png", "public.heic": "image/heic",
        "public.heif": "image/heif", "public.avif": "image/avif", "com.compuserve.gif": "image/gif",
        "org.webmproject.webp": "image/webp", "public.webp": "image/webp", "public.tiff": "image/tiff",
        "com.apple.quicktime-movie": "video/quicktime", "public.mpeg-4": "video/mp4",
        "com.apple.m4v-video": "video/x-m4v", "org.webmproject.webm": "video/webm",
        "org.matroska.mkv": "video/x-matroska", "public.avi": "video/x-msvideo",
        "com.microsoft.bmp": "image/bmp", "com.adobe.photoshop-image": "image/vnd.adobe.photoshop",
        "public.jpeg-xl": "image/jxl", "public.jpeg-2000": "image/jp2",
        "com.microsoft.windows-media-wmv": "video/x-ms-wmv", "com.adobe.flash.video": "video/x-flv",
        "org.xiph.ogg-video": "video/ogg", "public.mpeg": "video/mpeg",
        "public.mpeg-2-transport-stream": "video/mp2t",
    ]

    /// `image/jpeg` of `public.jpeg`; `application/octet-stream` where none is known.
    package static func mimeType(of contentType: String) -> String { known[contentType] ?? "application/octet-stream" }
}
