/// A state of a library at the server, as its change tokens write it down: `immich/1 MILLISECONDS ALBUMS ASSETS`.
struct ChangeToken: Equatable, Sendable {
    /// By the server's clock.
    var milliseconds: Int64
    /// Of the list of albums: what is put into one, or taken out of it, changes no asset.
    var albums: UInt64
    /// How many had come by then and are there, hidden and trashed ones too: fewer later on means that some were deleted.
    var assets: Int

    var bytes: [UInt8] { Array("immich/1 \(milliseconds) \(albums) \(assets)".utf8) }

    init(milliseconds: Int64, albums: UInt64, assets: Int) {
        (self.milliseconds, self.albums, self.assets) = (milliseconds, albums, assets)
    }

    /// Nil for what is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= 100, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 4, words[0] == "immich/1", let milliseconds = Int64(words[1]),
            let albums = UInt64(words[2]),
            let assets = Int(words[3])
        else { return nil }
        self.init(milliseconds: milliseconds, albums: albums, assets: assets)
    }
}
