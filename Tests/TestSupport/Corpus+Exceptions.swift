/// What is not as the manifest says, and why.
extension Corpus {
    /// Photos that the manifest's decoder shows and this project refuses.
    public static let refusedPhotos: [String: String] = [
        "jpeg/lossless-12-16bit/TwelveMonkeys__testimg_rgb.jpg": "lossless JPEG needs libjpeg-turbo 3"
    ]

    /// Photos whose colours are not the manifest's.
    public static let otherColors: [String: String] = [
        "jpeg/variety/Pillow__app13.jpg": "four samples of chroma for 4x4 pixels, which decoders spread differently",
        "malformed/jpeg/exif_count_lies.jpg": "colours of a turned picture, by an entry of a directory that is refused",
    ]

    /// HEIC, HEIF and AVIF files whose colours are not the manifest's.
    public static let otherHEIFColors: [String: String] = [
        "heif/avif/Pillow__xmp_tags_orientation.avif":
            "turned by XMP's orientation in the manifest; in HEIF the container alone tells how a picture is turned",
        "heif/avif/libavif__extended_pixi.avif":
            "four samples of chroma for 4x4 pixels, which decoders spread differently",
    ]

    /// The HEIC, HEIF and AVIF files that must be shown, and have colours to compare with.
    public static let comparableHEIFPhotos = heifPhotos.filter {
        otherHEIFColors[$0.path] == nil && $0.quadrants != nil
    }

    /// The photos that must be shown and are, and have colours to compare with.
    public static let comparablePhotos = photos.filter {
        refusedPhotos[$0.path] == nil && otherColors[$0.path] == nil && $0.quadrants != nil
    }

    /// How far the mean colours of a photo's quarters may be from the manifest's, of 255. Scaling moves the borders
    /// of the quarters a little.
    public static let colorTolerance = 3.0
}
