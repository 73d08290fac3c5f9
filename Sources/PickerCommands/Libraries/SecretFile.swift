internal import FoundationEssentials
package import PhotoModel
internal import Platform

/// The secrets of one library: a file that only its owner can read, and credentials of systemd.
///
/// In the folder `$CREDENTIALS_DIRECTORY`, which systemd sets for a service with `LoadCredential=`, a file `picker.LIBRARY.KEY`
/// has the value of that setting, and overrides the owner's file.
package struct SecretFile {
    private let folder: String
    private let library: String
    private let name: String
    private var path: String { "\(folder)/secrets/\(name).json" }

    /// - Parameter name: that of the file, without its extension; nil: the library's.
    package init(folder: String, library: String, name: String? = nil) {
        self.folder = folder
        self.library = library
        self.name = name ?? library
    }

    package func read() throws(CommandFailure) -> [String: String] {
        var secrets: [String: String] = [:]
        if TextFile.mayExist(path) {
            let bytes = try Self.readPrivately(path)
            guard let found = try? JSONDecoder().decode([String: String].self, from: Data(bytes)) else {
                throw CommandFailure(
                    .badData, "\(path): is damaged; picker libraries sign-in \(library) writes it again")
            }
            secrets = found
        }
        return secrets.merging(try Self.credentials(of: library)) { $1 }
    }

    /// The keys of the secrets that exist, even if something keeps the secrets themselves from being used.
    var keys: [String] { Array(kept.merging((try? Self.credentials(of: library)) ?? [:]) { $1 }.keys) }

    /// What the owner's file has, without credentials; empty if it does not exist, or cannot be read.
    var kept: [String: String] {
        let text = TextFile.read(path) ?? ""
        return (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
    }

    /// Writes the secrets; if there are none, removes the file.
    package func write(_ secrets: [String: String]) throws(CommandFailure) {
        guard !secrets.isEmpty else { return try remove() }
        try Self.makeFolder("\(folder)/secrets")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(secrets) else { throw CommandFailure(.internalError, "\(path): no JSON") }
        let output = try AtomicFile(path: path, permissions: 0o600, isFlushed: true)
        try output.write(Array(data))
        try output.commit()
    }

    private func remove() throws(CommandFailure) {
        do throws(SystemError) {
            try TextFile.remove(path)
        } catch {
            throw CommandFailure(.cannotWrite, "\(path): cannot be removed: \(error)")
        }
    }

    /// The first line of a file with a secret, for `--secret-file`.
    package static func value(inFile path: String) throws(CommandFailure) -> String {
        let bytes = path == "-" ? try standardInput() : try readPrivately(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badData, "\(path): is not text")
        }
        let line = text.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw CommandFailure(.badData, "\(path): its first line is empty") }
        return String(line)
    }

    private static func standardInput() throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.standardInput.readToEnd()
        } catch {
            throw CommandFailure(.noInput, "standard input: \(error)")
        }
    }

    /// Reads a file, and refuses it if others can read it.
    static func readPrivately(_ path: String) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]
        let status: FileStatus
        do throws(SystemError) {
            let file = try OwnedDescriptor.open(path)
            // The status of the open file: another file may have its name by now.
            status = try file.borrowed.status()
            bytes = try file.borrowed.readToEnd()
        } catch {
            throw CommandFailure(.noInput, "\(path): \(error)")
        }
        guard status.permissions & 0o077 == 0 else {
            throw CommandFailure(.notPermitted, "\(path): others can read it; run: chmod 600 \(path)")
        }
        return bytes
    }

    /// The secrets for these settings that systemd provides, by key. They are not asked for, and not kept in the file.
    package static func credentials(
        of library: String, for settings: [SettingDescription]
    ) throws(CommandFailure) -> [String: String] {
        let keys = Set(settings.filter(\.isSecret).map(\.key))
        return try credentials(of: library).filter { keys.contains($0.key) }
    }

    private static func credentials(of library: String) throws(CommandFailure) -> [String: String] {
        guard let folder = Environment.value(of: "CREDENTIALS_DIRECTORY") else { return [:] }
        var found: [String: String] = [:]
        let prefix = "picker.\(library)."
        for name in (try? folderContents(folder)) ?? [] where name.hasPrefix(prefix) {
            guard let text = TextFile.read("\(folder)/\(name)") else {
                throw CommandFailure(.noInput, "\(folder)/\(name): cannot be read")
            }
            let key = String(name.dropFirst(prefix.count))
            // Of another library, whose name begins as this one does: keys have no dots.
            if key.contains(".") { continue }
            found[key] = String(text.prefix { !$0.isNewline })
        }
        return found
    }

    package static func makeFolder(_ path: String) throws(CommandFailure) {
        do throws(SystemError) {
            try makeFolders(path)
        } catch {
            throw .cannotWrite(path, error)
        }
    }
}
