import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Files of an asset in a library in PostgreSQL")
struct StoredAssetTests {
    private func file(
        _ role: RepresentationRole, _ contentType: String = "public.jpeg", hash: UInt8 = 0
    ) -> StoredFile {
        StoredFile(
            representation: Representation(
                role: role, filename: "a", path: AssetPath("a"), contentType: contentType, byteSize: 1, contentTag: 1),
            hash: [hash], objectSize: 1, isTurned: false)
    }

    private func body(_ type: MediaType, _ files: [StoredFile]) -> AssetBody {
        AssetBody(
            asset: Asset(
                localIdentifier: "a", filename: "a", path: AssetPath("a"), contentType: "public.jpeg", mediaType: type),
            files: files, row: 1)
    }

    @Test("A photo is shown by the file of the version that is asked for, whatever their order")
    func photos() {
        let all = body(.image, [file(.pairedVideo), file(.raw), file(.photo), file(.edited)])
        #expect(all.image(.current)?.representation.role == .edited)
        #expect(all.image(.unadjusted)?.representation.role == .photo)
        #expect(all.image(.original)?.representation.role == .raw)
        let raw = body(.image, [file(.raw)])
        for version in [ImageVersion.current, .unadjusted, .original] {
            #expect(raw.image(version)?.representation.role == .raw)
        }
        #expect(body(.image, [file(.alternate)]).image(.current)?.hash == nil)
    }

    @Test("A video is shown by its edited version where edits count, and by its first file elsewhere")
    func videos() {
        let edited = body(.video, [file(.video), file(.edited)])
        #expect(edited.image(.current)?.representation.role == .edited)
        #expect(edited.image(.unadjusted)?.representation.role == .video)
        #expect(edited.image(.original)?.representation.role == .video)
        #expect(body(.video, [file(.video)]).image(.current)?.representation.role == .video)
        #expect(body(.video, []).image(.current)?.hash == nil)
    }

    @Test("Hosts read four formats themselves, as long as the orientation is that of the file")
    func formats() {
        for type in ["public.jpeg", "public.png", "org.webmproject.webp", "com.compuserve.gif"] {
            #expect(file(.photo, type).isImageFile)
        }
        for type in ["public.heic", "public.tiff", "public.mpeg-4", ""] { #expect(!file(.photo, type).isImageFile) }
    }

    private func asset(_ files: [StoredFile], turned: Int = 0, byteOffset: Int64 = 0) -> NewAsset {
        var details = AssetDetails(asset: body(.image, []).asset, representations: files.map(\.representation))
        if byteOffset > 0 { details.representations[0].byteOffset = byteOffset }
        let objects = files.map { file in
            var object = NewAsset.Object(hash: file.hash, byteSize: 1)
            object.turned = turned
            return object
        }
        return NewAsset(details, objects, isEvent: false, previewHash: nil)
    }

    @Test("Assets are duplicates if their files, the roles of these, offsets and orientations are the same")
    func contents() {
        let photo = asset([file(.photo, hash: 1)]).content
        #expect(photo == asset([file(.photo, "public.png", hash: 1)]).content)
        let others = [
            asset([file(.photo, hash: 2)]), asset([file(.raw, hash: 1)]), asset([file(.photo, hash: 1)], turned: 6),
            asset([file(.photo, hash: 1)], byteOffset: 9), asset([file(.photo, hash: 1), file(.raw, hash: 2)]),
        ]
        #expect(Set(others.map(\.content) + [photo]).count == 6)
    }

    @Test("A content tag is the beginning of a hash, and never 0")
    func tags() {
        #expect(NewAsset.tag([0, 0, 0, 0, 0, 0, 1, 2, 9]) == 258)
        #expect(NewAsset.tag([UInt8](repeating: 0xFF, count: 32)) == -1)
        #expect(NewAsset.tag([UInt8](repeating: 0, count: 32)) == 1 && NewAsset.tag([]) == 1)
    }

    @Test("Files are stored under their hashes, and ready images beside those of other sizes")
    func keys() {
        let hash: [UInt8] = [0x0A, 0xFF]
        #expect(ObjectKey.original(hash) == "original/0aff")
        #expect(ObjectKey.rendition(hash, 61) == "rendition/0aff/61")
        #expect(ObjectKey.folders == ["original", "rendition"])
    }
}
