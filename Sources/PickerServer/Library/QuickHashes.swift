internal import PhotoModel
internal import PickerHost

/// Decides for which photos a preview hash is cheap to make: those with an embedded thumbnail, those that can be
/// decoded at a small scale, and small ones. For others it costs as much as their thumbnail, which it would delay.
enum QuickHashes {
    /// Formats that are always decoded at full size, however small the result is.
    private static let wholeFormats = heifFormats.union([
        "public.png", "public.tiff", "org.webmproject.webp", "com.compuserve.gif", "com.microsoft.bmp",
        "public.jpeg-xl", "public.jpeg-2000",
    ])
    /// Formats among them whose files may contain a small image and say so.
    private static let heifFormats: Set = ["public.heic", "public.heif", "public.avif"]
    /// The most pixels of a photo that counts as small.
    private static let fewPixels = 1 << 20

    static func include(_ asset: Asset, of library: PhotoLibrary) async -> Bool {
        let type = asset.contentType
        let isWhole = wholeFormats.contains(type) && asset.pixelWidth * asset.pixelHeight > fewPixels
        guard isWhole else { return true }
        guard heifFormats.contains(type), library.backend.capabilities.contains(.heif) else { return false }
        let items = try? await library.items(of: asset.localIdentifier)
        return items?.contains { $0.kind == .thumbnail } ?? false
    }
}
