internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    package func session(_ identifier: String, of client: Int64, now: Timestamp) async throws -> StoredSession? {
        try await read { database in
            // Nothing of another client's session is read: how large it is does not show.
            try Row.fetchOne(
                database,
                sql: "\(StoredSession.query) WHERE session.id = ? AND client = ? AND expires > ?",
                arguments: [identifier, client, now.milliseconds]
            ).map { try StoredSession($0, now: now) }
        }
    }
}
