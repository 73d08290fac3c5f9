internal import Logging

/// Log lines on standard error, in the form of the program's own messages.
package struct LogOutput: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let label: String

    /// Sets up logging for the process. Call once.
    package static func start(quiet: Bool, verbose: Bool) {
        let level: Logger.Level = verbose ? .debug : quiet ? .error : .warning
        LoggingSystem.bootstrap { LogOutput(logLevel: level, label: $0) }
    }

    private init(logLevel: Logger.Level, label: String) {
        self.logLevel = logLevel
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        // The text may come from plugins and files.
        StandardError.line("picker: \(event.level): " + TextFormat.oneLine("\(event.message)\(details)"))
    }
}
