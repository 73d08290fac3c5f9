internal import FoundationEssentials
internal import PhotoModel
internal import Platform

/// The named libraries: `libraries.json` in Picker's configuration folder, and beside it a folder `secrets` with a file for each
/// library that has secrets.
struct LibraryBook {
    private struct Document: Codable {
        var schema = 1
        var libraries: [String: NamedLibrary] = [:]
    }

    /// `picker` in the user's configuration folder; nil for a user without a home, who has no libraries with names.
    private let folder: String?
    private var document: Document

    var names: [String] { document.libraries.keys.sorted() }
    private static func file(_ folder: String) -> String { "\(folder)/libraries.json" }

    /// Reads the book. It is empty if its file does not exist, but not if it may exist and cannot be looked at: the next change would write
    /// over all that it has.
    init(folder: String? = Self.standardFolder) throws(CommandFailure) {
        self.folder = folder
        document = Document()
        guard let file = folder.map(Self.file), TextFile.mayExist(file) else { return }
        guard let text = TextFile.read(file) else { throw CommandFailure(.noInput, "\(file): cannot be read") }
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        } catch {
            throw CommandFailure(
                .badData, "\(file): is damaged; correct it, or move it away and add the libraries again")
        }
        guard document.schema == 1 else {
            throw CommandFailure(.badData, "\(file): was written by a newer picker (schema \(document.schema))")
        }
    }

    /// Picker's folder in the user's configuration folder (XDG base directories); the settings are in it, too.
    static var standardFolder: String? {
        Environment.userFolder("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/picker" }
    }

    /// - Throws: that there is none to write to.
    func existingFolder() throws(CommandFailure) -> String {
        guard let folder else {
            throw CommandFailure(
                .cannotWrite, "there is no folder to keep libraries in: set HOME or XDG_CONFIG_HOME to an absolute path"
            )
        }
        return folder
    }

    /// The secrets of a library that is kept or will be.
    private func secrets(of name: String) throws(CommandFailure) -> SecretFile {
        SecretFile(folder: try existingFolder(), library: kept(name))
    }

    /// The sign-in of a library that is kept or will be; nil where none can be kept.
    func signIn(of name: String) -> SignInFile? { folder.map { SignInFile(folder: $0, library: kept(name)) } }

    /// The bytes of a name as they are in the names of its files: names that look the same may differ there.
    private func kept(_ name: String) -> String { document.libraries.keys.first { $0 == name } ?? name }

    subscript(name: String) -> NamedLibrary? { document.libraries[name] }

    /// The library with this name.
    ///
    /// - Throws: `.noInput` if it does not exist, with the name that was probably meant.
    func library(_ name: String) throws(CommandFailure) -> NamedLibrary {
        if let found = self[name] { return found }
        let known = names.isEmpty ? "; picker libraries add makes one" : Suggestion.question(name, among: names)
        throw CommandFailure(.noInput, "there is no library \"\(name)\"\(known)")
    }

    /// Writes a library and its secrets. The secrets are written first, so that the library never exists without them; if it cannot be
    /// written, those of the library that had the name are put back.
    ///
    /// - Parameter replaces: whether it takes the place of a library that has this name.
    mutating func set(
        _ name: String, _ library: NamedLibrary, secrets: [String: String], replaces: Bool = true
    ) throws(CommandFailure) {
        let file = try self.secrets(of: name)
        var former: [String: String] = [:]
        try change { (document) throws(CommandFailure) in
            guard replaces || document.libraries[name] == nil else { throw Self.isTaken(name) }
            former = file.kept
            try file.write(secrets)
            document.libraries[name] = library
        } undo: {
            try? file.write(former)
        }
    }

    static func isTaken(_ name: String) -> CommandFailure {
        CommandFailure(.cannotWrite, "there is a library \"\(name)\" already; --replace takes its place")
    }

    /// Removes a library, its secrets and its sign-in; if the secrets cannot be removed, the library stays, too.
    mutating func remove(_ name: String) throws(CommandFailure) {
        _ = try library(name)
        let (secrets, signIn) = (try secrets(of: name), signIn(of: name))
        var former: [String: String] = [:]
        // All of it under the lock: afterwards, the name may be that of another library, with secrets of its own.
        try change { (document) throws(CommandFailure) in
            former = secrets.kept
            try secrets.write([:])
            document.libraries[name] = nil
        } then: { () throws(CommandFailure) in
            do throws(PhotoError) {
                try signIn?.remove()
            } catch {
                throw CommandFailure(.cannotWrite, error.message)
            }
        } undo: {
            try? secrets.write(former)
        }
    }

    /// The settings that a library's backend gets, secrets included.
    func values(of name: String) throws(CommandFailure) -> [String: String] {
        let secrets = try secrets(of: name).read()
        return try library(name).settings.merging(secrets) { $1 }
    }

    /// The keys of its secrets, also if something keeps the secrets themselves from being read.
    func secretKeys(of name: String) throws(CommandFailure) -> [String] { try secrets(of: name).keys }

    /// Changes the current content of the file, under a lock: another command may have written it since this one read it.
    ///
    /// - Parameters:
    ///   - then: called under the lock when the file is written.
    ///   - undo: called under the lock if the file cannot be written.
    private mutating func change(
        _ body: (inout Document) throws(CommandFailure) -> Void,
        then: () throws(CommandFailure) -> Void = {}, undo: () -> Void = {}
    ) throws(CommandFailure) {
        let folder = try existingFolder()
        try SecretFile.makeFolder(folder)
        let lock = try Self.lock(folder)
        defer { lock.borrowed.unlock() }
        document = try LibraryBook(folder: folder).document
        let former = document
        try body(&document)
        do throws(CommandFailure) {
            try write(to: Self.file(folder))
        } catch {
            document = former
            undo()
            throw error
        }
        try then()
    }

    private static func lock(_ folder: String) throws(CommandFailure) -> OwnedDescriptor {
        do throws(SystemError) {
            let lock = try OwnedDescriptor.open(folder, .folder)
            try lock.borrowed.lock()
            return lock
        } catch {
            throw .cannotWrite(folder, error)
        }
    }

    private func write(to file: String) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { throw CommandFailure(.internalError, "\(file): no JSON") }
        let output = try AtomicFile(path: file, isFlushed: true)
        try output.write(Array(data) + [UInt8(ascii: "\n")])
        try output.commit()
    }
}
