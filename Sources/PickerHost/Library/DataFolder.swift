internal import PhotoModel
internal import Platform

/// Where backends keep what they need: below one folder, each library in a folder of its own.
struct DataFolder: Sendable {
    /// Named by the user; nil: `picker` in the user's data folder (XDG base directories).
    private let named: String?

    init(_ named: String?) { self.named = named }

    /// The folder for a library; made, for its owner alone, when it is missing.
    ///
    /// - Parameters:
    ///   - location: of the library.
    ///   - keepsIndex: whether the backend has something to keep; without that only a folder that was named is made.
    /// - Returns: nil when the backend is to keep nothing.
    /// - Parameter warn: called when the standard folder cannot be made: the backend then keeps nothing.
    /// - Throws: that the named folder cannot be made, is among the photos, or is below a folder that has no path.
    func make(
        for location: LibraryLocation, keepsIndex: Bool, warn: (String) -> Void = { _ in }
    ) throws(PhotoError) -> String? {
        guard named != nil || keepsIndex, let base = try absoluteBase() else { return nil }
        if named != nil, let root = location.folder { try Self.check(base, isOutside: root) }
        let path = "\(base)/libraries/\(Self.name(of: location.text))"
        let failure: SystemError
        do throws(SystemError) {
            try makeFolders(path)
            return path
        } catch {
            failure = error
        }
        guard named != nil else {
            warn(
                "\(path): cannot be made: \(failure); the index lasts as long as this runs; "
                    + "name a folder that may be written with --data-dir")
            return nil
        }
        let denials: [SystemError] = [.accessDenied, .notPermitted, .readOnlyFileSystem]
        throw PhotoError(
            denials.contains(failure) ? .accessDenied : .io,
            "\(path): cannot be made: \(failure); name another folder with --data-dir", systemErrno: failure.code)
    }

    /// The folder for what a backend of libraries elsewhere can have again: `picker/backends/ID/LIBRARY` in the user's cache
    /// folder. Nil for a folder of photos, which is at hand, and where it cannot be made.
    static func makeCache(for location: LibraryLocation, of backend: BackendInfo, warn: (String) -> Void) -> String? {
        guard location.folder == nil, let base = Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache") else {
            return nil
        }
        let path = "\(base)/picker/backends/\(backend.id)/\(name(of: location.text))"
        do throws(SystemError) {
            try makeFolders(path)
            return path
        } catch {
            warn("\(path): cannot be made: \(error); more is asked of the server than would have to be")
            return nil
        }
    }

    private func absoluteBase() throws(PhotoError) -> String? {
        guard let named else { return Self.standard }
        guard !named.hasPrefix("/") else { return named }
        guard let folder = CurrentProcess.workingFolder else {
            throw PhotoError(
                .invalidArgument,
                "\(named): the current folder has no path, or one that is not UTF-8; "
                    + "name an absolute path with --data-dir")
        }
        return "\(folder)/\(named)"
    }

    private static var standard: String? {
        Environment.userFolder("XDG_DATA_HOME", inHome: ".local/share").map { "\($0)/picker" }
    }

    /// A library's folder holds photos and nothing of ours; hidden folders in it are not looked into.
    private static func check(_ base: String, isOutside root: String) throws(PhotoError) {
        // As it is written, and where links and ".." lead to.
        guard isAmongPhotos(base, of: root) || isAmongPhotos(resolved(base), of: root) else { return }
        throw PhotoError(.invalidArgument, "\(base): is among the photos; name a folder outside of \(root)")
    }

    private static func isAmongPhotos(_ path: String, of root: String) -> Bool {
        let folder = root.hasSuffix("/") ? root : root + "/"
        guard (path + "/").hasPrefix(folder) else { return false }
        return !path.dropFirst(folder.count).split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The canonical path of what exists of a path, with what is still to be made.
    private static func resolved(_ path: String) -> String {
        if let canonical = try? canonicalPath(path) { return canonical }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
        return resolved(String(path[..<slash])) + path[slash...]
    }

    /// The root's last name for people, and a hash of the whole: `Pictures-6c62272e07bb014262b821756295c58d`.
    static func name(of root: String) -> String {
        let last = root.lastPathComponent.unicodeScalars.prefix(40).map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain ? Character(scalar) : "_"
        }
        let digits = String(hash(Array(root.utf8)), radix: 16)
        return "\(String(last))-\(String(repeating: "0", count: 32 - digits.count))\(digits)"
    }

    /// FNV-1a of 128 bits (IETF draft-eastlake-fnv): the same in every run.
    private static func hash(_ bytes: [UInt8]) -> UInt128 {
        let prime = UInt128(1) << 88 | 0x13B
        let basis = UInt128(0x6c62_272e_07bb_0142) << 64 | 0x62b8_2175_6295_c58d
        return bytes.reduce(basis) { ($0 ^ UInt128($1)) &* prime }
    }
}
