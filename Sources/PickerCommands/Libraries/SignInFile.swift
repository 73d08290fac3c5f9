internal import FoundationEssentials
internal import PhotoModel
internal import PickerHost
internal import Platform

/// What the backend of one library keeps of its sign-in, such as a token: `sign-ins/LIBRARY.json` in the folder of the
/// `LibraryBook`, which only the owner can read.
struct SignInFile: SecretKeeping {
    private let folder: String
    private let library: String
    private var place: String { "\(folder)/sign-ins" }
    private var path: String { "\(place)/\(library).json" }

    init(folder: String, library: String) {
        self.folder = folder
        self.library = library
    }

    func read() throws(PhotoError) -> [String: [UInt8]] {
        guard TextFile.mayExist(path) else { return [:] }
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try SecretFile.readPrivately(path)
        } catch {
            throw PhotoError(.accessDenied, error.message)
        }
        guard let found = try? JSONDecoder().decode([String: Data].self, from: Data(bytes)) else {
            throw PhotoError(.io, "\(path): is damaged; remove it, and sign in again")
        }
        return found.mapValues { Array($0) }
    }

    func change(_ body: (inout [String: [UInt8]]) throws(PhotoError) -> Void) throws(PhotoError) {
        // Another process may have the same library open: without the lock, an old token could overwrite one that was renewed.
        let lock = try lock()
        defer { lock.borrowed.unlock() }
        var kept = try read()
        try body(&kept)
        try write(kept)
    }

    private func lock() throws(PhotoError) -> OwnedDescriptor {
        do throws(SystemError) {
            try makeFolders(place)
            let lock = try OwnedDescriptor.open("\(place)/.lock", [.write, .create], permissions: 0o600)
            try lock.borrowed.lock()
            return lock
        } catch {
            throw PhotoError(.io, "\(place): \(error)", systemErrno: error.code)
        }
    }

    /// Removes the file.
    func remove() throws(PhotoError) {
        do throws(SystemError) {
            try TextFile.remove(path)
        } catch {
            throw PhotoError(.io, "\(path): cannot be removed: \(error)", systemErrno: error.code)
        }
    }

    /// Forgets all of it, and answers what it was.
    func takeAway() throws(PhotoError) -> [String: [UInt8]] {
        var former: [String: [UInt8]] = [:]
        guard TextFile.mayExist(path) else { return former }
        try change { kept in swap(&former, &kept) }
        return former
    }

    /// Keeps what was taken away, and nothing that came since.
    func putBack(_ former: [String: [UInt8]]) {
        if former.isEmpty { try? remove() } else { try? change { $0 = former } }
    }

    private func write(_ kept: [String: [UInt8]]) throws(PhotoError) {
        guard !kept.isEmpty else { return try remove() }
        guard let data = try? JSONEncoder().encode(kept.mapValues { Data($0) }) else {
            throw PhotoError(.internal, "\(path): no JSON")
        }
        do throws(CommandFailure) {
            let output = try AtomicFile(path: path, permissions: 0o600, isFlushed: true)
            try output.write(Array(data))
            try output.commit()
        } catch {
            throw PhotoError(.io, error.message)
        }
    }
}
