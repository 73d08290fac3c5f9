internal import Logging
internal import Platform

/// What plugins say in the process that tries them: what they lack on this system, for instance.
final class ProbeNotes: Sendable {
    private static let limit = 20
    private let lines = Mutex<[String]>([])

    /// Takes over all logging of this process. Call once.
    static func start() -> ProbeNotes {
        let notes = ProbeNotes()
        LoggingSystem.bootstrap { _ in Handler(notes: notes) }
        return notes
    }

    var taken: [String] { lines.withLock { $0 } }

    private func take(_ line: String) {
        lines.withLock { if $0.count < Self.limit { $0.append(String(line.prefix(500))) } }
    }

    private struct Handler: LogHandler {
        let notes: ProbeNotes
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { notes.take("\(event.message)") }
    }
}
