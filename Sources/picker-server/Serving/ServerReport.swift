internal import FoundationEssentials
internal import PickerCommands

/// What a running server reports about itself, as text.
struct ServerReport: Decodable {
    struct Backend: Decodable {
        let id: String
        let version: String
        let path: String
        let isIsolated: Bool
    }

    private struct Index: Decodable {
        let state: String
        let done: Int?
        let total: Int?
        let message: String?
    }

    private struct Other: Decodable {
        let title: String
        let state: String
        let library: String?
        let backend: Backend?
        let message: String?
    }

    private struct Workers: Decodable {
        let running: Int
        let bytes: Int64
        let started: Int
        let crashed: Int
        let endedFromOutside: Int
        let refusedCalls: Int
    }

    let backend: Backend
    /// Nil if the server does not report it.
    private let workers: Workers?
    private let version: String
    private let processIdentifier: Int32
    private let address: String?
    private let library: String
    private let otherLibraries: [Other]
    private let index: Index
    private let connections: Int
    private let uptime: Int
    private let residentBytes: Int64?

    /// - Parameter json: the answer to `/status`.
    init(_ json: [UInt8]) throws { self = try JSONDecoder().decode(ServerReport.self, from: Data(json)) }

    var text: String {
        TextFormat.table(
            [
                ["library", TextFormat.oneLine(library)],
                ["address", address ?? "-"],
                ["backend", Self.text(of: backend)],
                ["index", indexText],
            ] + otherLibraries.map { ["beside it", Self.text(of: $0)] } + [
                ["connections", "\(connections)"],
                ["memory", residentBytes.map(TextFormat.bytes) ?? "-"],
            ] + workerLines + [
                ["process", "\(processIdentifier), picker \(version), for \(Self.duration(uptime))"]
            ])
    }

    /// The line about workers; none if no plugin runs in a process of its own.
    private var workerLines: [[String]] {
        guard let workers, workers.started > 0 else { return [] }
        let counts = [
            "\(workers.running) (\(TextFormat.bytes(workers.bytes)))", "\(workers.started) started",
            "\(workers.crashed) crashed", "\(workers.endedFromOutside) killed", "\(workers.refusedCalls) calls refused",
        ]
        return [["workers", counts.joined(separator: ", ")]]
    }

    private static func text(of other: Other) -> String {
        let title = TextFormat.oneLine(other.title)
        guard let library = other.library, let backend = other.backend else {
            return "\(title), \(other.state)" + (other.message.map { ": \(TextFormat.oneLine($0))" } ?? "")
        }
        return "\(title): \(TextFormat.oneLine(library)), with \(text(of: backend))"
    }

    private static func text(of backend: Backend) -> String {
        let place = backend.isIsolated ? "in a process of its own" : "in this process"
        return "\(backend.id) \(TextFormat.oneLine(backend.version)), \(place) (\(TextFormat.oneLine(backend.path)))"
    }

    private var indexText: String {
        switch (index.state, index.done, index.total) {
        case ("reading", let done?, let total?): "reading, \(done) of \(total) files"
        case ("reading", let done?, nil): "reading, \(done) files so far"
        case ("failed", _, _): "not up to date: \(TextFormat.oneLine(index.message ?? "unknown"))"
        default: index.state
        }
    }

    /// `2 d 3 h`, `5 min`, `12 s`: the two largest units.
    static func duration(_ seconds: Int) -> String {
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2)
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
