public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// The assets with these identifiers, in this order; unknown ones are left out.
    public func assets(withIdentifiers identifiers: [String]) async throws(PhotoError) -> [Asset] {
        let most = FetchScope.nameLimit
        guard identifiers.count > most else { return try await named(identifiers) }
        // Each comes once, whatever part it is named in (R9.12).
        var seen: Set<String> = []
        let asked = identifiers.filter { seen.insert($0).inserted }
        var assets: [Asset] = []
        for start in stride(from: 0, to: asked.count, by: most) {
            assets += try await named(Array(asked[start..<min(start + most, asked.count)]))
        }
        return assets
    }

    private func named(_ identifiers: [String]) async throws(PhotoError) -> [Asset] {
        // No more than were named: a backend that gives more without end must not fill the memory.
        let found = try await fetch(
            FetchRequest(.identifiers(identifiers)), offset: 0, length: identifiers.count
        ).assets
        // Nor others: the caller may not be allowed to see them, and takes the first for the one that it named.
        let named = Set(identifiers)
        return found.filter { named.contains($0.localIdentifier) }
    }

    /// The asset with this identifier, or the one to which the file at this path inside the library belongs.
    ///
    /// - Throws: `.notFound` with a message that names the identifier or path.
    public func asset(_ identifierOrPath: String) async throws(PhotoError) -> Asset {
        if let asset = try await assets(withIdentifiers: [identifierOrPath]).first { return asset }
        if let asset = try await asset(at: relativePath(of: identifierOrPath)) { return asset }
        throw PhotoError(.notFound, "\(identifierOrPath): no such photo or video in \(root)")
    }

    /// The asset to which the file at a path from the root belongs; nil: there is none.
    package func asset(at path: AssetPath) async throws(PhotoError) -> Asset? {
        do throws(PhotoError) {
            return try await fetch(FetchRequest(.paths([path])), offset: 0, length: 1).assets.first
        } catch  where error.status == .unsupported {
            // A backend whose assets are not files has no paths.
            return nil
        }
    }

    /// Everything that is known of one asset; throws `.notFound`.
    public func details(of localIdentifier: String) async throws(PhotoError) -> AssetDetails {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.details(of: localIdentifier, control: control)
        }
    }

    /// The files of the library that look like assets but are not.
    public func diagnostics() async throws(PhotoError) -> [Diagnostic] {
        try await perform(in: \.media) { (_, table, control) throws(PhotoError) in
            try table.diagnostics(control: control)
        }
    }

    /// The path of a file of the library in the file system, in bytes, since names need not be UTF-8.
    public func absolutePath(of path: AssetPath) -> [UInt8] {
        Array(root.utf8) + (root.utf8.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + path.bytes
    }

    /// A path given from outside: relative to the root, or absolute inside it.
    private func relativePath(of text: String) -> AssetPath {
        let folder = Array(root.utf8) + (root == "/" ? [] : [UInt8(ascii: "/")])
        // As it is written where that is plain: a link inside the library is a name of its own.
        let written: [UInt8]? = text.split(separator: "/").contains("..") ? nil : Array(text.utf8)
        // In bytes: what looks alike to people is not the same file, and a link may lead to a name that is not UTF-8.
        let resolved: [UInt8]? = text.hasPrefix("/") ? try? canonicalPath(text.utf8) : nil
        for path in [written, resolved].compactMap(\.self) where path.starts(with: folder) {
            return AssetPath(bytes: Array(path.dropFirst(folder.count)))
        }
        return AssetPath(text)
    }
}
