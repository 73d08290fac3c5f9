internal import FoundationEssentials
internal import PickerHost

/// What a deployer sets for good: `picker/config.json` in the user's configuration folder, or `--config FILE`.
///
/// ```json
/// { "backend": "auto", "backendPath": ["/opt/picker/backends"], "maxPixels": 100000000 }
/// ```
///
/// With `"isolation": "worker"`, plugins run in processes of their own.
///
/// With `requireReport`, folders of reports of `picker conformance`, plugins without a good one are not taken.
///
/// Limits are whole numbers: `maxPixels`, `maxFileBytes`, `maxRequestBytes` and `maxRequestMilliseconds`. 0, or none: the
/// backend's own.
struct Settings: Decodable {
    var backend: String
    var backendPath: [String]
    /// Empty: plugins need no report.
    var requireReport: [String]
    var limits: DeployerLimits
    var isolation: Isolation

    private enum Key: String, CodingKey {
        case backend, backendPath, isolation, requireReport, maxPixels, maxFileBytes, maxRequestBytes,
            maxRequestMilliseconds
    }

    /// A limit that is no number of the kind.
    private struct WrongLimit: Error { let key: Key }

    private struct WrongIsolation: Error {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        backend = try container.decodeIfPresent(String.self, forKey: .backend) ?? "auto"
        backendPath = try container.decodeIfPresent([String].self, forKey: .backendPath) ?? []
        requireReport = try container.decodeIfPresent([String].self, forKey: .requireReport) ?? []
        if let text = try container.decodeIfPresent(String.self, forKey: .isolation) {
            guard let known = Isolation(rawValue: text) else { throw WrongIsolation() }
            isolation = known
        } else {
            isolation = .inProcess
        }
        limits = DeployerLimits(
            maxPixels: try Self.limit(.maxPixels, container), maxFileBytes: try Self.limit(.maxFileBytes, container),
            maxRequestBytes: try Self.limit(.maxRequestBytes, container),
            maxRequestMilliseconds: try Self.limit(.maxRequestMilliseconds, container))
    }

    private static func limit(_ key: Key, _ container: KeyedDecodingContainer<Key>) throws -> UInt64 {
        do {
            return try container.decodeIfPresent(UInt64.self, forKey: key) ?? 0
        } catch {
            throw WrongLimit(key: key)
        }
    }

    private init() {
        backend = "auto"
        backendPath = []
        requireReport = []
        limits = DeployerLimits()
        isolation = .inProcess
    }

    var choice: BackendChoice { BackendChoice(backend) }
    var registry: BackendRegistry {
        BackendRegistry(
            searchPath: .standard(given: backendPath),
            requiring: requireReport.isEmpty ? nil : RequiredReports(folders: requireReport),
            isolation: isolation.ofHost)
    }

    /// - Parameter path: nil reads the user's file, which need not be there.
    static func load(path: String?) throws(CommandFailure) -> Settings {
        let file = path ?? userFile
        guard let data = try? Data(contentsOf: URL(filePath: file)) else {
            guard path == nil else { throw CommandFailure(.noInput, "\(file): cannot be read") }
            return Settings()
        }
        do {
            return try JSONDecoder().decode(Settings.self, from: data)
        } catch let wrong as WrongLimit {
            throw CommandFailure(
                .usage, "\(file): \(wrong.key.rawValue) is not a whole number, 0 (the backend's own limit) or more")
        } catch is WrongIsolation {
            throw CommandFailure(.usage, "\(file): isolation is \(Isolation.names)")
        } catch {
            throw CommandFailure(
                .usage, "\(file): not a configuration: expected {\"backend\": \"auto\", \"backendPath\": []}")
        }
    }

    private static var userFile: String {
        let home = environmentVariable("HOME") ?? "/"
        return "\(environmentVariable("XDG_CONFIG_HOME") ?? "\(home)/.config")/picker/config.json"
    }
}

/// Small text files.
enum TextFile {
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The text of a UTF-8 file; nil when there is none.
    static func read(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }
}
