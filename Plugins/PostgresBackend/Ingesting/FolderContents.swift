internal import PhotoFolder
internal import PhotoModel

/// Lists what a folder has to bring in.
struct FolderContents {
    private static let batch = 500

    let root: LibraryRoot

    /// Walks over the folder and gives its assets, some at a time: the path of the file that represents each, and a number that
    /// is another when one of its files is.
    func list<Failure: Error>(
        _ cancellation: Cancellation, problem: (Diagnostic) -> Void,
        emit: ([(path: [UInt8], stamp: Int64)]) throws(Failure) -> Void
    ) throws(Failure) {
        var walk = LibraryTraversal(root)
        var found: [(path: [UInt8], stamp: Int64)] = []
        var goesOn = true
        while goesOn, !cancellation.isCancelled {
            var assets: [AssetFiles] = []
            goesOn = walk.step { event in
                switch event {
                case .asset(let files): assets.append(files)
                case .problem(let diagnostic): problem(diagnostic)
                default: break
                }
            }
            found += assets.map { ($0.path, stamp(of: $0)) }
            if found.count >= Self.batch {
                try emit(found)
                found = []
            }
        }
        if !found.isEmpty { try emit(found) }
    }

    private func stamp(of files: AssetFiles) -> Int64 {
        let names = files.members.map(\.name) + files.sidecars
        let tokens = names.map { name in
            (try? root.file(at: files.folder.isEmpty ? name : files.folder + [UInt8(ascii: "/")] + name)).map {
                ContentTag.token(of: $0.status)
            } ?? 1
        }
        return Int64(bitPattern: ContentTag.token(of: tokens + [UInt64(names.count)]))
    }
}
