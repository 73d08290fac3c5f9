import PhotoModel
import TestSupport
import Testing

@testable import PickerCommands

@Suite("Names of albums")
struct AlbumNameTests {
    private func collection(_ identifier: String, _ title: String, in parent: String? = nil) -> AssetCollection {
        AssetCollection(localIdentifier: identifier, title: title, parent: parent, type: .album)
    }

    @Test("Names of albums are their titles, or those of their folders before it where several have one title")
    func titles() {
        let trip = AssetCollection(localIdentifier: "f", title: "Trip", type: .folder)
        let names = AlbumNames([
            trip, collection("t", "Trip"), collection("b", "Beach", in: "f"), collection("c", "Beach"),
            collection("d", "a/b"),
        ])
        #expect(names.album("Trip")?.localIdentifier == "t", "the album, not its folder")
        #expect(names.album("Beach") == nil && names.collections(titled: "Beach").count == 2)
        #expect(names.album("Trip/Beach")?.localIdentifier == "b")
        #expect(names.album("a/b")?.localIdentifier == "d", "a title may have a slash")
        #expect(names.album("Trip/None") == nil)
    }

    @Test("Names of albums in folders that contain each other have an end")
    func ring() {
        let names = AlbumNames([collection("a", "A", in: "b"), collection("b", "B", in: "a")])
        #expect(names.album("A/B") == nil && names.album("A")?.localIdentifier == "a")
    }

    @Test("Names of albums are found among as many as a large library has")
    func many() {
        let all = (0..<30_000).map { collection("\($0)", "Album \($0)", in: "\($0 / 10 * 10)x") }
        let folders = (0..<3000).map { collection("\($0 * 10)x", "Folder \($0)") }
        let start = threadSeconds()
        #expect(AlbumNames(all + folders).album("Folder 2999/Album 29999")?.localIdentifier == "29999")
        #expect(threadSeconds() - start < 10)
    }
}
