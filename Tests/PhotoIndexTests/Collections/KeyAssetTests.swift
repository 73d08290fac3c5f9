import Imaging
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("The key assets of a collection")
struct KeyAssetTests {
    @Test(
        "The key assets of a collection are the newest favourites, then the newest, also of a list of albums",
        arguments: 51...53)
    func model(seed: Int) async throws {
        try await onThread {
            let random = try RandomIndex(seed: UInt64(seed), count: 200)
            let identity = random.fixture.root.identity
            let rome = Array("Rome".utf8)
            try Self.expect(random, identity.collection(smartAlbum: "camera-roll").text) { _ in true }
            try Self.expect(random, identity.collection(folder: rome).text) { $0.files.folder == rome }
            try Self.expect(random, identity.collectionList(folder: rome).text) {
                $0.files.folder == Array("Rome/2019".utf8) || $0.files.folder == rome
            }
        }
    }

    private static func expect(
        _ random: RandomIndex, _ identifier: String, _ isInside: (AssetDraft) -> Bool
    ) throws {
        for types in [MediaTypes.any, .video, .audio] {
            let inside = random.drafts.reversed().map { $0 }.filter(isInside).map(\.asset)
                .filter { !$0.isHidden && types.contains($0.mediaType) }
            let expected = (inside.filter(\.isFavorite).prefix(3) + inside.filter { !$0.isFavorite }).prefix(3)
            #expect(
                try random.photoIndex.keyAssets(of: identifier, mediaTypes: types).map(\.path)
                    == expected.map(\.path))
        }
    }

    @Test("The key assets of a collection and their files are known without a look at the storage")
    func files() throws {
        let fixture = try IndexFixture()
        let members: [AssetFiles.Member] = [
            .init(name: Array("a.heic".utf8), role: .photo, format: .heic),
            .init(name: Array("a.mov".utf8), role: .pairedVideo, format: .mov),
        ]
        let draft = fixture.draft("Rome/a.heic", created: 0) { draft in
            draft.files.members = members
            draft.states.append(draft.states[0])
            draft.files.sidecars = [Array("a.xmp".utf8)]
            draft.sidecars = [.init(name: Array("a.xmp".utf8), state: draft.states[0])]
        }
        try fixture.put([draft])
        #expect(try fixture.photoIndex.files(of: draft.asset.localIdentifier) == draft.files)
        #expect {
            try fixture.photoIndex.files(of: "unknown")
        } throws: {
            if case IndexError.notFound = $0 { true } else { false }
        }
        let paths = ["Rome/a.mov", "Rome/a.xmp", "a.mov", "Rome/a.heic", "Rome/../Rome/a.heic", ""].map {
            AssetPath($0)
        }
        #expect(try fixture.photoIndex.fetch(.paths(paths)).assets().map(\.filename) == ["a.heic"])
        #expect(try fixture.photoIndex.fetch(.paths([paths[1], paths[2]])).count() == 0)
    }
}
