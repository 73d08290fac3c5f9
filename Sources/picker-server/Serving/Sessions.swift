internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import PickingSessions
internal import SessionStorage

struct Sessions: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List which program asked for photos, when, and how many it got.")

    @OptionGroup var store: StoreOptions
    @Flag(help: "As one JSON document.")
    var json = false

    private struct Document: Encodable {
        let client: String
        let state: String
        let library: String
        let created: String
        @Nullable var ended: String?
        let expires: String
        let itemCount: Int
        let byteTotal: UInt64
    }

    func execute() async throws -> ExitStatus {
        let sessions = try await store.openForReading().run { try await $0.sessions(now: .now) }
        if json {
            try JSONOutput.document(sessions.map(Self.document))
            return .done
        }
        let rows = sessions.map { session in
            [
                session.created.iso8601(), session.state.rawValue,
                session.state == .picked
                    ? "\(session.count) (\(TextFormat.bytes(Int64(clamping: session.byteTotal))))" : "-",
                TextFormat.oneLine(session.client.name), TextFormat.oneLine(session.library),
            ]
        }
        StandardOutput.shared.write(TextFormat.table(rows))
        return .done
    }

    private static func document(_ session: StoredSession) -> Document {
        let isPicked = session.state == .picked
        return Document(
            client: session.client.name, state: session.state.rawValue, library: session.library,
            created: session.created.iso8601(), ended: session.ended.map { $0.iso8601() },
            expires: session.expires.iso8601(), itemCount: isPicked ? session.count : 0,
            byteTotal: isPicked ? session.byteTotal : 0)
    }
}
