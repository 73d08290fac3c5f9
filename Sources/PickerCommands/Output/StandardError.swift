internal import Platform

/// Standard error: for people.
package enum StandardError {
    package static var isTerminal: Bool { Descriptor.standardError.isTerminal }

    /// Whether it goes to the journal of systemd, which says so by device and inode (systemd.exec(5), JOURNAL_STREAM).
    package static var isJournal: Bool {
        guard let stream = Environment.value(of: "JOURNAL_STREAM"), let status = try? Descriptor.standardError.status()
        else { return false }
        return stream == "\(status.device):\(status.inode)"
    }

    package static func line(_ text: String) { write(text + "\n") }

    // When it fails there is nowhere to report it.
    package static func write(_ text: String) { try? Descriptor.standardError.write(text.utf8) }
}
