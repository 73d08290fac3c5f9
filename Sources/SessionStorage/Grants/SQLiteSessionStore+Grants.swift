internal import GRDB
package import PhotoModel

extension SQLiteSessionStore {
    /// Grants that a client may have in one library.
    package static let mostGrants = 10_000

    package func addGrant(_ new: NewGrant, now: Timestamp) async throws -> Grant {
        try await write { database in
            if let known = try Self.grant(like: new, database) { return known }
            let client = try Row.fetchOne(
                database, sql: "SELECT \(Client.columns) FROM client WHERE id = ? AND revoked IS NULL",
                arguments: [new.client]
            ).map { Client($0) }
            guard let client else { throw SessionStoreError.unknownClient }
            let sql = "SELECT count(*) FROM client_grant WHERE client = ? AND library = ?"
            guard try Int.fetchOne(database, sql: sql, arguments: [new.client, new.library]) ?? 0 < Self.mostGrants
            else { throw SessionStoreError.tooManyGrants(Self.mostGrants) }
            try database.execute(
                sql:
                    "INSERT INTO client_grant (client, library, kind, subject, title, given) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    new.client, new.library, new.subject.kind, new.subject.identifier, new.title, now.milliseconds,
                ])
            let grant = Grant(
                identifier: database.lastInsertedRowID, client: client, library: new.library, subject: new.subject,
                title: new.title, given: now)
            try RecordRow.insert(.granted, of: grant, now, database)
            try WebhookMessage.insert(changeOfGrantsOf: new.client, now, database)
            return grant
        }
    }

    package func grants(of client: Int64, in library: String) async throws -> [Grant] {
        let grants = try await known.grants.value(of: .init(client: client, library: library)) {
            try await read { database in
                try Row.fetchAll(
                    database,
                    sql: "\(Grant.query) WHERE client_grant.client = ? AND library = ? AND client.revoked IS NULL "
                        + "ORDER BY client_grant.id", arguments: [client, library]
                ).map { Grant($0) }
            }
        }
        return grants ?? []
    }

    package func grants() async throws -> [Grant] {
        try await read { database in
            try Row.fetchAll(database, sql: "\(Grant.query) ORDER BY client_grant.id").map { Grant($0) }
        }
    }

    package func revokeGrant(_ identifier: Int64, now: Timestamp) async throws -> Grant? {
        try await write { database in
            let row = try Row.fetchOne(
                database, sql: "\(Grant.query) WHERE client_grant.id = ?", arguments: [identifier])
            guard let grant = row.map({ Grant($0) }) else { return nil }
            try database.execute(sql: "DELETE FROM client_grant WHERE id = ?", arguments: [identifier])
            try RecordRow.insert(.grantRevoked, of: grant, now, database)
            try WebhookMessage.insert(changeOfGrantsOf: grant.client.identifier, now, database)
            return grant
        }
    }

    private static func grant(like new: NewGrant, _ database: Database) throws -> Grant? {
        try Row.fetchOne(
            database,
            sql: "\(Grant.query) WHERE client_grant.client = ? AND library = ? AND kind = ? AND subject = ?",
            arguments: [new.client, new.library, new.subject.kind, new.subject.identifier]
        ).map { Grant($0) }
    }
}

extension Grant {
    /// Ends where its conditions begin.
    fileprivate static var query: String {
        """
        SELECT client_grant.id AS grant_id, library, kind, subject, title, given, \(Client.columns)
        FROM client_grant JOIN client ON client.id = client_grant.client
        """
    }

    fileprivate init(_ row: Row) {
        let subject: String = row["subject"]
        self.init(
            identifier: row["grant_id"], client: Client(row), library: row["library"],
            subject: row["kind"] == Subject.assetKind ? .asset(subject) : .collection(subject), title: row["title"],
            given: Timestamp(milliseconds: row["given"]))
    }
}

extension Grant.Subject {
    fileprivate static let assetKind = "asset"

    fileprivate var kind: String { if case .asset = self { Self.assetKind } else { "collection" } }

    /// Of the asset or of the collection.
    package var identifier: String {
        switch self {
        case .asset(let identifier), .collection(let identifier): identifier
        }
    }
}
