internal import FoundationEssentials
internal import PhotoModel

/// `NAME.backend.json`: lets the host list a plugin without running its code (R3 of docs/abi.md).
struct BackendManifest: Sendable, Equatable {
    static let fileSuffix = ".backend.json"

    var info: BackendInfo
    /// The capabilities that this host does not know: they are shown, and otherwise ignored.
    var unknownCapabilities: [String]
    /// The versions whose entry points it exports; at least one.
    var abi: [UInt32]
    /// Path of the shared library, relative to the manifest.
    var library: String
    /// Path of the program that brings photos into libraries of the backend, relative to the manifest; nil: there is none.
    var ingest: String?

    /// Reads a manifest.
    ///
    /// - Throws: `PhotoError` that names the file and what is wrong with it.
    init(path: String) throws(PhotoError) {
        guard let content = DocumentFile.content(path) else { throw PhotoError(.io, "\(path): cannot be read") }
        do {
            self = try Self.decode(Data(content))
        } catch let error as DecodingError {
            throw PhotoError(.invalidArgument, "\(path): not a backend manifest: \(error.summary)")
        } catch {
            throw PhotoError(.invalidArgument, "\(path): not a backend manifest: \(error)")
        }
    }

    /// What says how the rest is to be read.
    private struct Head: Decodable { var schema: Int }

    private struct Document: Decodable {
        var id: String
        var name: String
        var version: String
        var abi: [Int]
        var library: String
        var ingest: String?
        var priority: Int
        var capabilities: [String]
        var formats: [String]
        var schemes: [String]?
        var settings: [Setting]?
        var requires: [String]?
        var runtime: [String]?
    }

    /// As a person writes it: what is not said is not there.
    private struct Setting: Decodable {
        var key: String
        var title: String?
        var help: String?
        var type: String?
        var required: Bool?
        var secret: Bool?
        var `default`: String?
        var choices: [String]?

        func description() throws -> SettingDescription {
            guard BackendInfo.isValid(id: key) else { throw Flaw("the key \"\(key)\" of a setting is not like an id") }
            guard let kind = Self.kinds[type ?? "text"] else {
                throw Flaw("the type \"\(type ?? "")\" of \(key) is none of text, number, flag and choice")
            }
            return SettingDescription(
                key: key, title: title ?? key, help: help ?? "", kind: kind, isRequired: required ?? false,
                isSecret: secret ?? false, defaultValue: `default`, choices: choices ?? [])
        }

        private static let kinds: [String: SettingDescription.Kind] = [
            "text": .text, "number": .number, "flag": .flag, "choice": .choice,
        ]
    }

    /// A number of the manifest in the range that the ABI has for it.
    private static func number<Value: FixedWidthInteger>(_ value: Int, _ key: String) throws -> Value {
        guard let number = Value(exactly: value) else { throw Flaw("\"\(key)\" is out of range") }
        return number
    }

    private static func decode(_ data: Data) throws -> BackendManifest {
        // First: in another schema, other keys may have other types, or be missing.
        let schema = try JSONDecoder().decode(Head.self, from: data).schema
        guard schema == 1 else { throw Flaw("schema \(schema) is not 1, which this host reads") }
        let document = try JSONDecoder().decode(Document.self, from: data)
        guard BackendInfo.isValid(id: document.id) else {
            throw Flaw("the id must be lower-case letters, digits and \"-\", at most 64")
        }
        guard !document.abi.isEmpty else { throw Flaw("\"abi\" names no version") }
        for (key, path) in [("library", document.library), ("ingest", document.ingest ?? document.library)] {
            guard !plain(path).isEmpty else { throw Flaw("\(key) is empty") }
            guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
                throw Flaw("\(key) must be a path inside the manifest's folder")
            }
        }
        return try BackendManifest(document)
    }

    private init(_ document: Document) throws {
        let capabilities = document.capabilities.compactMap { BackendCapabilities(names: [$0]) }
        unknownCapabilities = document.capabilities.filter { BackendCapabilities(names: [$0]) == nil }
        info = BackendInfo(
            id: document.id, name: document.name, version: document.version,
            priority: try Self.number(document.priority, "priority"),
            capabilities: capabilities.reduce([]) { $0.union($1) }, formats: document.formats,
            schemes: document.schemes ?? [], settings: try (document.settings ?? []).map { try $0.description() },
            requiresNetwork: (document.requires ?? []).contains("network"),
            runtime: BackendRuntime(names: document.runtime ?? []))
        abi = try document.abi.map { try Self.number($0, "abi") }
        library = Self.plain(document.library)
        ingest = document.ingest.map(Self.plain)
    }

    /// A path as a listing of its folder has it: one library is found once, however its manifest writes the path.
    private static func plain(_ path: String) -> String {
        path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private struct Flaw: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

extension DecodingError {
    /// One line without Swift's own types.
    fileprivate var summary: String {
        switch self {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        case .dataCorrupted: "it is not valid JSON"
        @unknown default: "it cannot be decoded"
        }
    }
}
