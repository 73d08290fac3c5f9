internal import FoundationEssentials
package import PhotoModel
package import PickerHost
internal import Platform

/// The administrator's settings: `picker/config.json` in the user's configuration folder, or `--config FILE`.
///
/// ```json
/// { "backend": "auto", "backendPath": ["/opt/picker/backends"], "maxPixels": 100000000 }
/// ```
///
/// With `"isolation": "worker"`, plugins run in processes of their own. `maxWorkerBytes` is the most memory that each may use; if
/// it is 0 or missing, three quarters of the machine's. With `"confinement": "optional"`, a worker that cannot be confined runs
/// all the same.
///
/// `requireReport` lists folders with reports of `picker conformance`: plugins without a good report in one of them are not used.
///
/// `thumbnailCacheBytes` is how many bytes of thumbnails are kept on the disk; 0 keeps none. `desktopThumbnails` is "off", "read"
/// or "write": how the thumbnails that the programs of a desktop share are used.
///
/// The limits `maxPixels`, `maxFileBytes`, `maxRequestBytes` and `maxRequestMilliseconds` are whole numbers. If one is 0 or
/// missing, the backend's own limit applies.
package struct Settings: Decodable {
    var backend: String
    var backendPath: [String]
    /// Folders of reports; empty if plugins need no report.
    var requireReport: [String]
    package var limits: ResourceLimits
    var isolation: Isolation
    /// The memory that workers may use, and whether they may run unconfined.
    var workers = BackendIsolation.Workers()
    /// Nil: the default.
    var thumbnailCacheBytes: Int64?
    /// Nil: the default of each command.
    var desktopThumbnails: DesktopThumbnailUse?

    private enum Key: String, CodingKey, CaseIterable {
        case backend, backendPath, isolation, confinement, maxWorkerBytes, requireReport, maxPixels, maxFileBytes,
            maxRequestBytes, maxRequestMilliseconds, thumbnailCacheBytes, desktopThumbnails
    }

    /// A limit that is not a whole number, 0 or more.
    private struct WrongLimit: Error { let key: Key }

    private struct WrongIsolation: Error {}

    private struct WrongConfinement: Error {}

    private struct WrongDesktopThumbnails: Error {}

    /// A key that does not exist. It is refused, because a typing error would go unnoticed otherwise.
    private struct UnknownKey: Error { let name: String }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        // Sorted, so that of several unknown keys always the same one is reported.
        if let name = names.sorted().first(where: { Key(rawValue: $0) == nil }) { throw UnknownKey(name: name) }
        let container = try decoder.container(keyedBy: Key.self)
        backend = try container.decodeIfPresent(String.self, forKey: .backend) ?? "auto"
        backendPath = try container.decodeIfPresent([String].self, forKey: .backendPath) ?? []
        requireReport = try container.decodeIfPresent([String].self, forKey: .requireReport) ?? []
        isolation = try Self.word(.isolation, container, else: WrongIsolation()) ?? .inProcess
        workers.maxMemoryBytes = try Self.limit(.maxWorkerBytes, container)
        let confinement = try container.decodeIfPresent(String.self, forKey: .confinement) ?? "required"
        guard ["required", "optional"].contains(confinement) else { throw WrongConfinement() }
        workers.permitsUnconfined = confinement == "optional"
        if container.contains(.thumbnailCacheBytes) {
            thumbnailCacheBytes = Int64(clamping: try Self.limit(.thumbnailCacheBytes, container))
        }
        desktopThumbnails = try Self.word(.desktopThumbnails, container, else: WrongDesktopThumbnails())
        limits = ResourceLimits(
            maxPixels: try Self.limit(.maxPixels, container), maxFileBytes: try Self.limit(.maxFileBytes, container),
            maxRequestBytes: try Self.limit(.maxRequestBytes, container),
            maxRequestMilliseconds: try Self.limit(.maxRequestMilliseconds, container))
    }

    /// A setting that is one of several words; nil if it is missing.
    private static func word<Word: RawRepresentable<String>>(
        _ key: Key, _ container: KeyedDecodingContainer<Key>, else refusal: any Error
    ) throws -> Word? {
        guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let word = Word(rawValue: text) else { throw refusal }
        return word
    }

    private static func limit(_ key: Key, _ container: KeyedDecodingContainer<Key>) throws -> Int {
        do {
            return Int(clamping: try container.decodeIfPresent(UInt64.self, forKey: key) ?? 0)
        } catch {
            throw WrongLimit(key: key)
        }
    }

    private init() {
        backend = "auto"
        backendPath = []
        requireReport = []
        limits = ResourceLimits()
        isolation = .inProcess
    }

    package var choice: BackendChoice { BackendChoice(backend) }
    package var registry: BackendRegistry {
        BackendRegistry(
            searchPath: .standard(given: backendPath), keeping: .standard,
            requiring: requireReport.isEmpty ? nil : RequiredReports(folders: requireReport),
            isolation: isolation == .worker ? .worker(workers) : .inProcess)
    }

    /// - Parameter path: nil reads the user's file, which need not exist.
    static func load(path: String?) throws(CommandFailure) -> Settings {
        guard let file = path ?? userFile else { return Settings() }
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: file))
        } catch {
            // Only a file that does not exist means the defaults. The author of one that cannot be read relies on it.
            guard path == nil, !TextFile.mayExist(file) else {
                throw CommandFailure(.noInput, "\(file): cannot be read")
            }
            return Settings()
        }
        let text = JSONPlaces([UInt8](data))
        // The decoder accepts some of these mistakes.
        if let mistake = text.mistake {
            throw CommandFailure(.usage, "\(file):\(text.place(mistake.offset)): not JSON: \(mistake.reason)")
        }
        do {
            return try JSONDecoder().decode(Settings.self, from: data)
        } catch {
            let (key, reason) = explained(error)
            let place = key.flatMap { text.keys[$0] }.map { ":\(text.place($0))" } ?? ""
            throw CommandFailure(.usage, "\(file)\(place): \(reason)")
        }
    }

    /// The setting that is wrong, if the error is about one, and what is wrong with it.
    private static func explained(_ error: any Error) -> (key: String?, reason: String) {
        switch error {
        case let wrong as WrongLimit: (wrong.key.rawValue, "\(wrong.key.rawValue) is not a whole number, 0 or more")
        case is WrongConfinement: ("confinement", "confinement is \"required\" or \"optional\"")
        case is WrongDesktopThumbnails:
            ("desktopThumbnails", "desktopThumbnails is one of \(DesktopThumbnailUse.names)")
        case is WrongIsolation: ("isolation", "isolation is \(Isolation.names)")
        case let unknown as UnknownKey:
            (
                unknown.name,
                "there is no setting \"\(unknown.name)\""
                    + Suggestion.question(unknown.name, among: Key.allCases.map(\.rawValue))
            )
        case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty:
            (context.codingPath[0].stringValue, "\(context.codingPath[0].stringValue) has the wrong type")
        default: (nil, "not a configuration: expected {\"backend\": \"auto\", \"backendPath\": []}")
        }
    }

    private static var userFile: String? { LibraryBook.standardFolder.map { "\($0)/config.json" } }
}

/// Small text files.
package enum TextFile {
    package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Whether something has this path, or who runs this may not see whether it does.
    package static func mayExist(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try Descriptor.workingFolder.status(of: path.utf8)
            return true
        } catch {
            return !isAbsence(error)
        }
    }

    /// Removes a file, if there is one.
    static func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try Descriptor.workingFolder.removeFile(path.utf8)
        } catch {
            guard isAbsence(error) else { throw error }
        }
    }

    private static func isAbsence(_ error: SystemError) -> Bool { error == .notFound || error == .notFolder }

    /// The text of a UTF-8 file; nil if it cannot be read.
    package static func read(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }
}
