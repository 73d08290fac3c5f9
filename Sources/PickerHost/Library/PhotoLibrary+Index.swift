public import PhotoModel

extension PhotoLibrary {
    /// Brings the backend's index up to date with what is on the disk: walks the whole library.
    ///
    /// - Parameter progress: hears of files.
    /// - Returns: what was seen and done; what changed is told to observers too.
    /// - Throws: `.unsupported` when the backend keeps no index, `.accessDenied`, or `.io` for a full disk.
    public func refreshIndex(
        _ mode: IndexMode = .refresh, progress: ProgressHandler? = nil
    ) async throws(PhotoError) -> IndexReport {
        // A thread of its own: minutes of walking hold up no request.
        let walker = WorkerPool(limit: 1)
        defer { walker.shutDown() }
        return try await walker.run(priority: .visible, progress: progress) { [self] control throws(PhotoError) in
            let (generation, table) = try enterCurrent()
            defer { generation.leave() }
            guard generation.description.capabilities.contains(.index) else {
                throw PhotoError(
                    .unsupported,
                    "the backend \(table.backend) keeps no index; choose one that does, such as fetch-result")
            }
            return try table.refreshIndex(mode, control: control)
        }
    }
}
