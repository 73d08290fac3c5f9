internal import ABIMemory
internal import BackendAPI
public import PhotoModel

/// What the host offers to a backend. It may be kept as long as the backend lives.
public struct BackendHost: @unchecked Sendable {  // Unchecked: the host's functions may be called on any thread.
    private let table: picker_host?

    /// A host that ignores all calls; for tests of a backend without a host.
    public init() { table = nil }

    init(table: UnsafePointer<picker_host>?) {
        self.table = table.map { boundedCopy(of: $0, into: picker_host()) }
    }

    /// How important a line in the log is.
    public enum LogLevel: UInt32, Sendable {
        case debug = 0
        case info, warning, error
    }

    /// Logs one line. Names of photos belong in lines of level `debug` only, or in a warning about that very file.
    public func log(_ level: LogLevel, _ message: String) {
        guard let table, let log = table.log else { return }
        var message = message
        message.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { characters in
                log(
                    table.context, level.rawValue,
                    picker_string(data: characters.baseAddress, length: UInt64(characters.count)))
            }
        }
    }

    /// The limits that the administrator set; 0 where there is none.
    public var limits: ResourceLimits {
        guard let table, let getExtension = table.get_extension else { return ResourceLimits() }
        let found = Self.id.utf8Start.withMemoryRebound(to: CChar.self, capacity: Self.id.utf8CodeUnitCount) { data in
            getExtension(
                table.context, picker_string(data: data, length: UInt64(Self.id.utf8CodeUnitCount)))
        }
        guard let found else { return ResourceLimits() }
        return ResourceLimits(
            boundedCopy(of: found.assumingMemoryBound(to: picker_limits_v1.self), into: picker_limits_v1()))
    }

    /// The secrets that the host keeps for a library, by the host's number for it.
    func secrets(of library: UInt64) -> LibrarySecrets { LibrarySecrets(host: table, library: library) }

    private static let id: StaticString = "org.picker.limits/1"
}
