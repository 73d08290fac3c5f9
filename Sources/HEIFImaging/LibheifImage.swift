internal import CHEIF
internal import Imaging
internal import PhotoModel

/// An image that libheif decoded. It is released with the last reference.
final class LibheifImage: @unchecked Sendable {  // Unchecked: libheif's image is only read.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { heif_image_release(pointer) }

    func model() throws(ImagingError) -> DecodedImage.Model {
        switch (heif_image_get_colorspace(pointer), heif_image_get_chroma_format(pointer)) {
        case (heif_colorspace_monochrome, _), (_, heif_chroma_monochrome): return .gray
        case (heif_colorspace_RGB, heif_chroma_444): return .rgb
        case (heif_colorspace_YCbCr, heif_chroma_420): return .ycbcr(.yuv420)
        case (heif_colorspace_YCbCr, heif_chroma_422): return .ycbcr(.yuv422)
        case (heif_colorspace_YCbCr, heif_chroma_444): return .ycbcr(.yuv444)
        default: throw .unsupportedFormat("a HEIF image with another kind of samples")
        }
    }

    func plane(_ channel: heif_channel) throws(ImagingError) -> DecodedImage.Plane {
        var stride: CInt = 0
        let size = PixelSize(
            width: Int(heif_image_get_width(pointer, channel)), height: Int(heif_image_get_height(pointer, channel)))
        guard let base = heif_image_get_plane_readonly(pointer, channel, &stride), !size.isEmpty else {
            throw .corrupt("libheif gave an image without all of its planes")
        }
        return DecodedImage.Plane(base: base, stride: Int(stride), size: size)
    }

    /// The code points of the samples; nil if libheif knows none.
    var codePoints: CodePoints? {
        var found: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_get_nclx_color_profile(pointer, &found).code == heif_error_Ok, let found else { return nil }
        defer { heif_nclx_color_profile_free(found) }
        return CodePoints(
            primaries: UInt8(clamping: found.pointee.color_primaries.rawValue),
            transfer: UInt8(clamping: found.pointee.transfer_characteristics.rawValue),
            matrix: UInt8(clamping: found.pointee.matrix_coefficients.rawValue),
            isFullRange: found.pointee.full_range_flag != 0)
    }
}

extension DecodedImage {
    convenience init(_ image: LibheifImage) throws(ImagingError) {
        let model = try image.model()
        let channels = Self.channels(model)
        // libheif ends the process if a channel is requested that does not exist.
        let isComplete = channels.allSatisfy { heif_image_has_channel(image.pointer, $0) != 0 }
        guard isComplete else { throw .corrupt("libheif gave an image without all of its planes") }
        let depths = channels.map { heif_image_get_bits_per_pixel_range(image.pointer, $0) }
        guard Set(depths).count == 1, let depth = depths.first, (8...16).contains(depth) else {
            throw .unsupportedFormat("a HEIF image whose components have \(depths) bits")
        }
        var planes: [Plane] = []
        for channel in channels { planes.append(try image.plane(channel)) }
        self.init(
            size: planes[0].size, model: model, depth: Int(depth), planes: planes,
            codePoints: image.codePoints
        ) { withExtendedLifetime(image) {} }
    }

    private static func channels(_ model: Model) -> [heif_channel] {
        switch model {
        case .gray: [heif_channel_Y]
        case .ycbcr: [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
        case .rgb: [heif_channel_R, heif_channel_G, heif_channel_B]
        }
    }
}
