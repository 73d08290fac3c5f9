internal import Platform

/// Standard error, for messages to people.
package enum StandardError {
    package static var isTerminal: Bool { Descriptor.standardError.isTerminal }

    /// Whether it goes to systemd's journal, whose device and inode are in JOURNAL_STREAM (systemd.exec(5)).
    package static var isJournal: Bool {
        guard let stream = Environment.value(of: "JOURNAL_STREAM"), let status = try? Descriptor.standardError.status()
        else { return false }
        return stream == "\(status.device):\(status.inode)"
    }

    package static func line(_ text: String) { write(text + "\n") }

    // There is nowhere to report an error.
    package static func write(_ text: String) { try? Descriptor.standardError.writeWaiting(text.utf8) }
}
