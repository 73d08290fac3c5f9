package import Cryptography
package import PhotoModel
package import PickingSessions
internal import PostgresClient

extension SQLSessionStore {
    /// The most sessions that a client may have at once.
    package static let mostSessions = 10_000
    /// The most assets that a client may ask to be selected in all of its pending sessions. Each takes a row, and without a
    /// limit the sessions of one program could fill the disk.
    package static let mostPreselected = 1_000_000

    package func addSession(_ new: NewSession, now: Timestamp) async throws -> StoredSession {
        try await write { store in
            // The client may have been revoked since its request was admitted. Its name must not appear in a new
            // request to the owner.
            guard
                try store.hasRows(SQL("SELECT 1 FROM client WHERE id = ? AND revoked IS NULL", .integer(new.client)))
            else { throw SessionStoreError.unknownClient }
            if let known = try Self.repeated(new, now, store) { return known }
            try Self.forgetExpired(now, store)
            let count = try store.number(SQL("SELECT count(*) FROM session WHERE client = ?", .integer(new.client)))
            guard count < Self.mostSessions else {
                throw SessionStoreError.tooManySessions(Self.mostSessions)
            }
            try Self.checkRoom(forPreselectedOf: new, now, store)
            try Self.insert(new, now, store)
            guard let added = try Self.session(new.identifier, now, store) else {
                throw SessionStoreError.unusable(file: "the store", reason: "lost what was written")
            }
            return added
        }
    }

    private static func checkRoom(
        forPreselectedOf new: NewSession, _ now: Timestamp, _ store: any StoreTransaction
    ) throws {
        guard new.preselected > 0 else { return }
        let preselected = try store.number(
            SQL(
                """
                SELECT CAST(coalesce(sum(preselected), 0) AS bigint) FROM session
                WHERE client = ? AND state = 'pending' AND deadline > ?
                """, .integer(new.client), .integer(now.milliseconds)))
        guard preselected <= mostPreselected - new.preselected else {
            throw SessionStoreError.tooManyPreselected(mostPreselected)
        }
    }

    /// Inserts a session with its selection. A transaction of its own for the selection would take long enough to tell
    /// the client that some of what it wants selected exists.
    private static func insert(_ new: NewSession, _ now: Timestamp, _ store: any StoreTransaction) throws {
        try store.run(
            SQL(
                """
                INSERT INTO session
                    (id, client, library, request_id, configuration, state, count, byte_total, preselected, created,
                    deadline, expires)
                VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?)
                """, .text(new.identifier), .integer(new.client), .text(new.library), .of(new.requestID),
                .text(try ConfigurationColumn(new.configuration).text), .integer(Int64(new.selection.count)),
                .bits(of: new.selection.byteTotal), .integer(Int64(new.preselected)), .integer(now.milliseconds),
                .integer(new.deadline.milliseconds), .integer(new.expires.milliseconds)))
        try SelectedRow.replace(with: new.selection.parts, of: new.identifier, store)
    }

    package func session(_ identifier: String, now: Timestamp) async throws -> StoredSession? {
        try await read { store in try Self.session(identifier, now, store) }
    }

    package func sessions(now: Timestamp) async throws -> [StoredSession] {
        try await read { store in
            try store.run(
                StoredSession.query
                    + SQL(" WHERE expires > ? ORDER BY created DESC, session.id", .integer(now.milliseconds))
            ).map { try StoredSession($0, now: now) }
        }
    }

    package func pickingSession(
        _ identifier: String, in library: String, now: Timestamp
    ) async throws -> PickingSession? {
        try await read { store in
            try Self.session(identifier, now, store).map { try Self.picking($0, in: library, store) }
        }
    }

    package func updateSession(
        _ identifier: String, in library: String, now: Timestamp,
        _ change: @escaping @Sendable (inout PickingSession) throws -> Void
    ) async throws -> PickingSession? {
        try await write { store in
            guard let stored = try Self.session(identifier, now, store) else { return nil }
            let moves = stored.moves(to: library)
            let before = try Self.picking(stored, in: library, store)
            var session = before
            try change(&session)
            guard session != before else { return session }
            if moves || session.selection != before.selection {
                try SelectedRow.replace(with: session.selection.parts, of: identifier, store)
            }
            try store.run(
                SQL(
                    "UPDATE session SET state = ?, count = ?, byte_total = ?, ended = ?, library = ? WHERE id = ?",
                    .text(session.state.rawValue), .integer(Int64(session.selection.count)),
                    .bits(of: session.byteTotal),
                    .of(session.state == .pending ? nil as Int64? : now.milliseconds),
                    .text(moves ? library : stored.library), .text(identifier)))
            if session.state != .pending {
                try WebhookMessage.insert(
                    endOf: identifier, state: session.state, count: session.selection.count,
                    client: stored.client.identifier, now, store)
            }
            if session.state == .picked {
                try RecordRow.insert(pick: session, of: stored.client, in: library, now, store)
            }
            return session
        }
    }

    private static func picking(
        _ stored: StoredSession, in library: String, _ store: any StoreTransaction
    ) throws -> PickingSession {
        let isEmpty = stored.state == .expired || stored.moves(to: library)
        let parts = isEmpty ? [] : try SelectedRow.parts(of: stored.identifier, store)
        return PickingSession(
            restoring: AssetSelection(parts), state: stored.state, configuration: stored.configuration)
    }

    package func selectedAssets(of identifier: String, offset: Int, limit: Int) async throws -> [PickedAsset] {
        try await read { store in
            try SelectedRow.assets(of: identifier, offset: offset, limit: limit, store)
        }
    }

    package func pick(in identifier: String, at position: Int, now: Timestamp) async throws -> Pick? {
        try await read { store in try Self.pick(in: identifier, at: position, now, store) }
    }

    package func pick(
        in identifier: String, at position: Int, bySecret secret: SHA256Digest, now: Timestamp
    ) async throws -> Pick? {
        try await read { store in
            let isItsOwn = try store.hasRows(
                SQL(
                    """
                    SELECT 1 FROM client JOIN session ON session.client = client.id
                    WHERE secret = ? AND revoked IS NULL AND session.id = ?
                    """, .bytes(secret.bytes), .text(identifier)))
            guard isItsOwn else { return nil }
            return try Self.pick(in: identifier, at: position, now, store)
        }
    }

    private static func pick(
        in identifier: String, at position: Int, _ now: Timestamp, _ store: any StoreTransaction
    ) throws -> Pick? {
        guard let session = try session(identifier, now, store), session.state == .picked else { return nil }
        return try SelectedRow.assets(of: identifier, offset: position, limit: 1, store).first.map {
            Pick(session: session, asset: $0)
        }
    }

    package func deleteSession(_ identifier: String, of client: Int64) async throws -> Bool {
        try await write { store in
            try store.hasRows(
                SQL(
                    "DELETE FROM session WHERE id = ? AND client = ? RETURNING id", .text(identifier),
                    .integer(client)))
        }
    }

    package func removeExpired(now: Timestamp) async throws {
        try await write { store in try Self.forgetExpired(now, store) }
    }

    private static func forgetExpired(_ now: Timestamp, _ store: any StoreTransaction) throws {
        let end = SQLValue.integer(now.milliseconds)
        // Webhooks are now told of sessions that expired without a request that would have noticed it.
        try WebhookMessage.endExpired(now, store)
        try store.run(SQL("DELETE FROM session WHERE expires <= ?", end))
        try forgetSelected(end, store)
        try store.run(SQL("DELETE FROM sign_in WHERE expires <= ?", end))
        try store.run(SQL("DELETE FROM sign_in_code WHERE expires <= ?", end))
    }

    /// Deletes what was selected in sessions whose deadline is over, which are kept for as long as their programs may ask how
    /// they ended. It is read no more.
    private static func forgetSelected(_ now: SQLValue, _ store: any StoreTransaction) throws {
        let isOver = SQL("state = 'pending' AND deadline <= ? AND count > 0", now)
        try store.run(
            SQL("DELETE FROM selected WHERE session IN (SELECT id FROM session WHERE ") + isOver + SQL(")"))
        try store.run(SQL("UPDATE session SET count = 0, byte_total = 0 WHERE ") + isOver)
    }

    private static func session(
        _ identifier: String, _ now: Timestamp, _ store: any StoreTransaction
    ) throws -> StoredSession? {
        try store.first(
            StoredSession.query
                + SQL(" WHERE session.id = ? AND expires > ?", .text(identifier), .integer(now.milliseconds))
        ).map { try StoredSession($0, now: now) }
    }

    /// The session that was made for the same request before.
    private static func repeated(
        _ new: NewSession, _ now: Timestamp, _ store: any StoreTransaction
    ) throws -> StoredSession? {
        guard let requestID = new.requestID else { return nil }
        return try store.first(
            StoredSession.query
                + SQL(
                    " WHERE session.client = ? AND request_id = ? AND expires > ?", .integer(new.client),
                    .text(requestID), .integer(now.milliseconds))
        ).map { try StoredSession($0, now: now) }
    }
}

extension StoredSession {
    /// The query up to the place where conditions are appended.
    static var query: SQL {
        SQL("SELECT session.id, library, configuration, state, count, byte_total, created, deadline, expires, ended, ")
            + Client.columns + SQL(" FROM session JOIN client ON client.id = session.client")
    }

    /// - Parameter now: a session that is pending after its deadline has expired, even if that has not been written
    ///   yet.
    init(_ row: StoreRow, now: Timestamp) throws {
        let configuration = try ConfigurationColumn(row["configuration"]).configuration()
        let deadline = Timestamp(milliseconds: try row["deadline"])
        let written = PickingSession.State(rawValue: try row["state"]) ?? .cancelled
        let isOver = written == .pending && now >= deadline
        try self.init(
            identifier: row["id"], client: Client(row), library: row["library"], configuration: configuration,
            state: isOver ? .expired : written, count: isOver ? 0 : row["count"],
            byteTotal: isOver ? 0 : UInt64(bitPattern: row["byte_total"]),
            created: Timestamp(milliseconds: row["created"]), deadline: deadline,
            expires: Timestamp(milliseconds: row["expires"]),
            ended: isOver ? deadline : (row["ended"] as Int64?).map { Timestamp(milliseconds: $0) })
    }
}

extension StoredSession {
    /// Whether a change on a page of this library moves the session to the library.
    fileprivate func moves(to library: String) -> Bool { state == .pending && self.library != library }
}
