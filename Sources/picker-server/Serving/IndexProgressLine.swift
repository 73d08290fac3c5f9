internal import PickerCommands
internal import PickerServer

/// A line on a terminal that shows the progress of the index while the library is already being served.
struct IndexProgressLine: Sendable {
    private let line: ProgressLine

    init(quiet: Bool) { line = ProgressLine("indexing", unit: "files", quiet: quiet) }

    @Sendable func update(_ state: IndexState) {
        switch state {
        case .reading(let done, let total): line.update(done, of: total)
        case .ready, .failed: line.finish()
        }
    }

    /// Erases the line, because the server ended, maybe before the index was complete.
    func finish() { line.finish() }
}
