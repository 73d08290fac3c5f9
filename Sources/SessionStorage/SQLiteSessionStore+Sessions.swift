package import Cryptography
internal import Foundation
internal import GRDB
package import PhotoModel
package import PickingSessions

extension SQLiteSessionStore {
    /// Sessions that a client may have at once.
    package static let mostSessions = 10_000

    package func addSession(_ new: NewSession, now: Timestamp) async throws -> StoredSession {
        try await write { database in
            if let known = try Self.repeated(new, now, database) { return known }
            try Self.forgetExpired(now, database)
            let sql = "SELECT count(*) FROM session WHERE client = ?"
            guard try Int.fetchOne(database, sql: sql, arguments: [new.client]) ?? 0 < Self.mostSessions else {
                throw SessionStoreError.tooManySessions(Self.mostSessions)
            }
            try database.execute(
                sql: """
                    INSERT INTO session
                        (id, client, library, request_id, configuration, state, created, deadline, expires)
                    VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)
                    """,
                arguments: [
                    new.identifier, new.client, new.library, new.requestID,
                    try ConfigurationColumn(new.configuration).text, now.milliseconds, new.deadline.milliseconds,
                    new.expires.milliseconds,
                ])
            guard let added = try Self.session(new.identifier, now, database) else {
                throw SessionStoreError.unusable(file: "the store", reason: "lost what was written")
            }
            return added
        }
    }

    package func session(_ identifier: String, now: Timestamp) async throws -> StoredSession? {
        try await read { database in try Self.session(identifier, now, database) }
    }

    package func sessions(now: Timestamp) async throws -> [StoredSession] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "\(StoredSession.query) WHERE expires > ? ORDER BY created DESC, session.id",
                arguments: [now.milliseconds]
            ).map { try StoredSession($0, now: now) }
        }
    }

    package func pickingSession(
        _ identifier: String, in library: String, now: Timestamp
    ) async throws -> PickingSession? {
        try await read { database in
            try Self.session(identifier, now, database).map { try Self.picking($0, in: library, database) }
        }
    }

    package func updateSession(
        _ identifier: String, in library: String, now: Timestamp,
        _ change: @escaping @Sendable (inout PickingSession) throws -> Void
    ) async throws -> PickingSession? {
        try await write { database in
            guard let stored = try Self.session(identifier, now, database) else { return nil }
            let moves = stored.moves(to: library)
            let before = try Self.picking(stored, in: library, database)
            var session = before
            try change(&session)
            guard session != before else { return session }
            if moves || session.selection != before.selection {
                try SelectedRow.replace(with: session.selection.parts, of: identifier, database)
            }
            try database.execute(
                sql: "UPDATE session SET state = ?, count = ?, byte_total = ?, ended = ?, library = ? WHERE id = ?",
                arguments: [
                    session.state.rawValue, session.selection.count, Int64(bitPattern: session.byteTotal),
                    session.state == .pending ? nil : now.milliseconds, moves ? library : stored.library, identifier,
                ])
            if session.state != .pending {
                try WebhookMessage.insert(
                    endOf: identifier, state: session.state, count: session.selection.count,
                    client: stored.client.identifier, now, database)
            }
            if session.state == .picked {
                try RecordRow.insert(pick: session, of: stored.client, in: library, now, database)
            }
            return session
        }
    }

    private static func picking(
        _ stored: StoredSession, in library: String, _ database: Database
    ) throws -> PickingSession {
        let isEmpty = stored.state == .expired || stored.moves(to: library)
        let parts = isEmpty ? [] : try SelectedRow.parts(of: stored.identifier, database)
        return PickingSession(
            restoring: AssetSelection(parts), state: stored.state, configuration: stored.configuration,
            deadline: stored.deadline)
    }

    package func selectedAssets(of identifier: String, offset: Int, limit: Int) async throws -> [PickedAsset] {
        try await read { database in
            try SelectedRow.assets(of: identifier, offset: offset, limit: limit, database)
        }
    }

    package func pick(in identifier: String, at position: Int, now: Timestamp) async throws -> Pick? {
        try await read { database in try Self.pick(in: identifier, at: position, now, database) }
    }

    package func pick(
        in identifier: String, at position: Int, bySecret secret: SHA256Digest, now: Timestamp
    ) async throws -> Pick? {
        try await read { database in
            let sql = """
                SELECT 1 FROM client JOIN session ON session.client = client.id
                WHERE secret = ? AND revoked IS NULL AND session.id = ?
                """
            let arguments: StatementArguments = [Data(secret.bytes), identifier]
            guard try Int.fetchOne(database, sql: sql, arguments: arguments) != nil else { return nil }
            return try Self.pick(in: identifier, at: position, now, database)
        }
    }

    private static func pick(
        in identifier: String, at position: Int, _ now: Timestamp, _ database: Database
    ) throws -> Pick? {
        guard let session = try session(identifier, now, database), session.state == .picked else { return nil }
        return try SelectedRow.assets(of: identifier, offset: position, limit: 1, database).first.map {
            Pick(session: session, asset: $0)
        }
    }

    package func deleteSession(_ identifier: String, of client: Int64) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE id = ? AND client = ?", arguments: [identifier, client])
            return database.changesCount > 0
        }
    }

    package func removeExpired(now: Timestamp) async throws {
        try await write { database in try Self.forgetExpired(now, database) }
    }

    private static func forgetExpired(_ now: Timestamp, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now.milliseconds])
        try database.execute(sql: "DELETE FROM sign_in WHERE expires <= ?", arguments: [now.milliseconds])
    }

    private static func session(_ identifier: String, _ now: Timestamp, _ database: Database) throws -> StoredSession? {
        try Row.fetchOne(
            database, sql: "\(StoredSession.query) WHERE session.id = ? AND expires > ?",
            arguments: [identifier, now.milliseconds]
        ).map { try StoredSession($0, now: now) }
    }

    /// The session that the same request made before.
    private static func repeated(_ new: NewSession, _ now: Timestamp, _ database: Database) throws -> StoredSession? {
        guard let requestID = new.requestID else { return nil }
        return try Row.fetchOne(
            database,
            sql: "\(StoredSession.query) WHERE session.client = ? AND request_id = ? AND expires > ?",
            arguments: [new.client, requestID, now.milliseconds]
        ).map { try StoredSession($0, now: now) }
    }
}

extension StoredSession {
    /// Ends where its conditions begin.
    static var query: String {
        """
        SELECT session.id, library, configuration, state, count, byte_total, created, deadline, expires, ended,
            \(Client.columns) FROM session JOIN client ON client.id = session.client
        """
    }

    /// - Parameter now: a session that is still pending at its deadline has expired, whether or not that was written.
    init(_ row: Row, now: Timestamp) throws {
        let configuration = try ConfigurationColumn(row["configuration"]).configuration()
        let deadline = Timestamp(milliseconds: row["deadline"])
        let written = PickingSession.State(rawValue: row["state"]) ?? .cancelled
        let isOver = written == .pending && now >= deadline
        self.init(
            identifier: row["id"], client: Client(row), library: row["library"], configuration: configuration,
            state: isOver ? .expired : written, count: isOver ? 0 : row["count"],
            byteTotal: isOver ? 0 : UInt64(bitPattern: row["byte_total"]),
            created: Timestamp(milliseconds: row["created"]), deadline: deadline,
            expires: Timestamp(milliseconds: row["expires"]),
            ended: isOver ? deadline : (row["ended"] as Int64?).map { Timestamp(milliseconds: $0) })
    }
}

extension StoredSession {
    /// Whether a change on a page of this library makes it one of that.
    fileprivate func moves(to library: String) -> Bool { state == .pending && self.library != library }
}
