internal import CHEIF
internal import Imaging
internal import PhotoModel

/// Decodes coded images with libheif, on the calling thread.
struct LibheifDecoder: CodedImageDecoding {
    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        let file = image.file()
        guard let context = heif_context_alloc() else { throw .outOfMemory(bytes: file.count) }
        defer { heif_context_free(context) }
        // The file has one image, and `DecodingThreads` decides about threads.
        heif_context_set_max_decoding_threads(context, 0)
        let side = max(image.size.width, image.size.height)
        heif_context_set_maximum_image_size_limit(context, CInt(clamping: side))
        return try file.withUnsafeBufferPointer { bytes throws(ImagingError) in
            // The bytes are borrowed for as long as the context lives: until the end of this function.
            try Self.check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
            var handle: OpaquePointer?
            try Self.check(heif_context_get_primary_image_handle(context, &handle))
            defer { heif_image_handle_release(handle) }
            var image: OpaquePointer?
            // The planes as stored, from libheif 1.16 on; older versions convert YCbCr to RGB.
            try Self.check(
                heif_decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nil))
            guard let image else { throw .corrupt("libheif gave no image") }
            return try DecodedImage(LibheifImage(image))
        }
    }

    private static func check(_ error: heif_error) throws(ImagingError) {
        guard error.code != heif_error_Ok else { return }
        let message = error.message.map { String(cString: $0) } ?? "no reason is given"
        switch error.code {
        case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
            throw .unsupportedFormat("this HEIF image (\(message))")
        case heif_error_Memory_allocation_error where error.subcode == heif_suberror_Security_limit_exceeded:
            throw .tooLarge(message)
        case heif_error_Memory_allocation_error: throw .outOfMemory(bytes: 0)
        default: throw .corrupt(message)
        }
    }
}
