internal import FoundationEssentials
internal import PhotoModel

/// What the child process that tried a plugin writes to its parent: one line of JSON.
struct ProbeReport: Codable, Sendable {
    var description: BackendInfo?
    /// Set when the plugin cannot be used.
    var status: Int32?
    var message: String?
    /// What the plugin said while it was tried.
    var notes: [String]?

    /// Tries a plugin in this process: load, negotiate, describe, probe.
    init(_ load: () throws(PhotoError) -> LoadedBackend) {
        do throws(PhotoError) {
            let backend = try load()
            description = backend.info
            try backend.probe()
        } catch {
            status = error.status.rawValue
            message = error.message
        }
    }

    init(error: PhotoError) {
        status = error.status.rawValue
        message = error.message
    }

    init?(line: [UInt8]) {
        guard let report = try? JSONDecoder().decode(ProbeReport.self, from: Data(line)) else { return nil }
        self = report
    }

    func line() -> [UInt8] {
        // A report of strings and numbers always encodes; an empty line reads as "no report".
        Array((try? JSONEncoder().encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
    }

    var isUsable: Bool { status == nil && description != nil }

    /// What the plugin is; throws why it cannot run.
    func result() throws(PhotoError) -> BackendInfo {
        if let status {
            throw PhotoError(PhotoStatus(rawValue: status), message ?? "it cannot run here")
        }
        guard let description else { throw PhotoError(.internal, "the probe gave no description") }
        return description
    }
}
