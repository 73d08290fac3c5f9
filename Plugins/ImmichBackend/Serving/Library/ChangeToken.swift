/// A state of a library on the server, and its change token: `immich/1 MILLISECONDS ALBUMS ASSETS`.
struct ChangeToken: Equatable, Sendable {
    /// By the server's clock.
    var milliseconds: Int64
    /// A hash of the list of albums: adding an asset to an album, or removing it, does not change the asset.
    var albums: UInt64
    /// How many assets that existed then still exist, including hidden and trashed ones. If there are fewer later, some
    /// were deleted.
    var assets: Int

    var bytes: [UInt8] { Array("immich/1 \(milliseconds) \(albums) \(assets)".utf8) }

    init(milliseconds: Int64, albums: UInt64, assets: Int) {
        (self.milliseconds, self.albums, self.assets) = (milliseconds, albums, assets)
    }

    /// Nil if the bytes are not a token.
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
