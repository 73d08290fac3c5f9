package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    package func session(_ identifier: String, of client: Int64, now: Timestamp) async throws -> StoredSession? {
        try await read { store in
            // Nothing of another client's session is read, so that the time it takes does not reveal its size.
            try store.first(
                StoredSession.query
                    + SQL(
                        " WHERE session.id = ? AND client = ? AND expires > ?", .text(identifier), .integer(client),
                        .integer(now.milliseconds))
            ).map { try StoredSession($0, now: now) }
        }
    }
}
