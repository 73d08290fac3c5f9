extension LibraryRoot {
    /// Up to `count` bytes of the file at `path`, all of one version of it; fewer only at the end.
    ///
    /// - Parameter version: the version that is wanted, by its token; nil: any.
    /// - Throws: `changed` when the file has another version, or got one while it was read.
    public func read(
        _ path: [UInt8], from offset: Int, count: Int, version: UInt64? = nil
    ) throws(CatalogError) -> [UInt8] {
        let file = try file(at: path)
        let before = VersionToken.token(of: file.status)
        let text = String(decoding: path, as: UTF8.self)
        if let version, version != before { throw .changed(path: text) }
        try file.awaitQuiet()
        let bytes = try file.read(at: offset, count: count)
        guard VersionToken.token(of: try file.currentStatus()) == before else { throw .changed(path: text) }
        return bytes
    }
}
