internal import Imaging
internal import PhotoFolder
internal import PhotoIndex
internal import PhotoModel
internal import TestSupport

/// Assets without files, the same ones each time: spread over twenty years and 2,000 folders, every twentieth a video,
/// every hundredth a favourite.
struct SyntheticAssets {
    private static let folderCount = 2000
    private static let span: Int64 = 20 * 365 * 86_400_000

    private let identity: LibraryIdentity
    private let count: Int
    private var chance = SeededGenerator(seed: 5)

    init(_ identity: LibraryIdentity, count: Int) {
        self.identity = identity
        self.count = count
    }

    static func folder(of number: Int, in count: Int) -> String {
        "Albums/\(number * folderCount / count % 40)/Trip \(number * folderCount / count)"
    }

    mutating func draft(_ number: Int) -> AssetDraft {
        let name = "IMG_\(number).JPG"
        let folder = Self.folder(of: number, in: count)
        let path = Array("\(folder)/\(name)".utf8)
        let isVideo = number % 20 == 0
        let format: MediaFormat = isVideo ? .mov : .jpeg
        let created = Timestamp(
            milliseconds: 1_000_000_000_000 + Int64(number) * (Self.span / Int64(count))
                + Int64(chance.next() % 86_400_000))
        var asset = Asset(
            localIdentifier: identity.asset(at: path).text, filename: name, path: AssetPath(bytes: path),
            contentType: format.uniformTypeIdentifier, mediaType: isVideo ? .video : .image)
        asset.creation = CreationDate(time: created, offsetMinutes: 120, source: .metadata)
        asset.modificationTime = created
        asset.isFavorite = number % 100 == 0
        asset.contentTag = chance.next() | 1
        (asset.pixelWidth, asset.pixelHeight, asset.byteSize) = (4032, 3024, Int64(chance.next() % 10_000_000))
        let member = AssetFiles.Member(name: Array(name.utf8), role: isVideo ? .video : .photo, format: format)
        var draft = AssetDraft(
            asset: asset, files: AssetFiles(folder: Array(folder.utf8), members: [member]),
            states: [
                .init(
                    byteSize: asset.byteSize, modificationTime: created.milliseconds, changeTime: created.milliseconds,
                    inode: chance.next())
            ], added: created)
        draft.words.camera = ["Example One", "Example Two", "Another"][number % 3]
        return draft
    }
}
