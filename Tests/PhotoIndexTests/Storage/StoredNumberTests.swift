import PhotoModel
import Testing

@testable import PhotoIndex

@Suite("Numbers that an index keeps on the disk")
struct StoredNumberTests {
    @Test("Numbers that an index keeps on the disk stand for the same format in every version, and each for one")
    func formats() {
        let names = (1...41).map { FormatNumber.format($0)?.rawValue ?? "-" }
        #expect(
            names.joined(separator: " ")
                == "jpeg png gif webp tiff bmp heic heif avif dng cr2 cr3 nef arw raf orf rw2 mp4 mov m4v mkv webm avi "
                + "psd jxl jp2 crw pef srw iiq erf dcr mef mrw x3f 3fr wmv flv ogv mpg ts")
        for format in MediaFormat.allCases {
            #expect(FormatNumber.format(FormatNumber.number(of: format)) == format)
        }
        for number in [FormatNumber.sidecar, -1, 42, 256] { #expect(FormatNumber.format(number) == nil) }
    }

    @Test("Numbers that an index keeps on the disk say what kind of asset it is, as they did before")
    func kinds() {
        var asset = Asset(
            localIdentifier: "a", filename: "a.mov", path: AssetPath("a.mov"), contentType: "", mediaType: .video)
        #expect(AssetKind(asset).rawValue == 2)
        asset.isFavorite = true
        #expect(AssetKind(asset).rawValue == 2 | 8)
        asset.isHidden = true
        // More subtypes than there is room for.
        asset.mediaSubtypes = MediaSubtypes(rawValue: 0xFF00_0005)
        let kind = AssetKind(asset, isSelfie: true)
        #expect(kind.rawValue == 2 | 8 | 16 | 32 | 5 << 8)
        #expect(kind.mediaType == .video && kind.isFavorite && kind.isHidden && kind.isSelfie)
        #expect(kind.subtypes == MediaSubtypes(rawValue: 5))
        let plain = AssetKind(rawValue: 1)
        #expect(plain.mediaType == .image && !plain.isFavorite && !plain.isHidden && !plain.isSelfie)
        #expect(plain.subtypes.isEmpty && AssetKind(rawValue: 7).mediaType == .unknown)
    }
}
