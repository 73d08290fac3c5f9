package import PhotoModel
internal import PostgresClient

extension SQLSessionStore {
    /// The most grants that a client may have in one library.
    package static let mostGrants = 10_000

    package func addGrants(_ new: [NewGrant], now: Timestamp) async throws -> [Grant] {
        try await write { store in
            // Counted only once, however many are added.
            var counts: [KnownAnswers.View: Int] = [:]
            let grants = try new.map { new in
                if let known = try Self.grant(like: new, store) { return known }
                let view = KnownAnswers.View(client: new.client, library: new.library)
                let count = try counts[view] ?? Self.count(of: view, store)
                guard count < Self.mostGrants else { throw SessionStoreError.tooManyGrants(Self.mostGrants) }
                counts[view] = count + 1
                return try Self.insert(new, now, store)
            }
            // Granting thousands of photos at once is reported as one change.
            for client in Set(counts.keys.map(\.client)) {
                try WebhookMessage.insert(changeOfGrantsOf: client, now, store)
            }
            return grants
        }
    }

    private static func count(of view: KnownAnswers.View, _ store: any StoreTransaction) throws -> Int {
        try store.number(
            SQL(
                "SELECT count(*) FROM client_grant WHERE client = ? AND library = ?", .integer(view.client),
                .text(view.library)))
    }

    private static func insert(_ new: NewGrant, _ now: Timestamp, _ store: any StoreTransaction) throws -> Grant {
        let found = try store.first(
            SQL("SELECT ") + Client.columns
                + SQL(" FROM client WHERE id = ? AND revoked IS NULL", .integer(new.client)))
        guard let client = try found.map({ try Client($0) }) else { throw SessionStoreError.unknownClient }
        let identifier = try store.number(
            SQL(
                """
                INSERT INTO client_grant (client, library, kind, subject, title, given) VALUES (?, ?, ?, ?, ?, ?)
                RETURNING id
                """, .integer(new.client), .text(new.library), .text(new.subject.kind),
                .text(new.subject.identifier), .text(new.title), .integer(now.milliseconds)))
        let grant = Grant(
            identifier: Int64(identifier), client: client, library: new.library, subject: new.subject,
            title: new.title, given: now)
        try RecordRow.insert(.granted, of: grant, now, store)
        return grant
    }

    package func grants(of client: Int64, in library: String) async throws -> [Grant] {
        let grants = try await known.grants.value(of: .init(client: client, library: library)) {
            try await read { store in
                try store.run(
                    Grant.query
                        + SQL(
                            """
                             WHERE client_grant.client = ? AND library = ? AND client.revoked IS NULL
                            ORDER BY client_grant.id
                            """, .integer(client), .text(library))
                ).map { try Grant($0) }
            }
        }
        return grants ?? []
    }

    package func grants() async throws -> [Grant] {
        try await read { store in
            try store.run(Grant.query + SQL(" ORDER BY client_grant.id")).map { try Grant($0) }
        }
    }

    package func revokeGrant(_ identifier: Int64, now: Timestamp) async throws -> Grant? {
        try await write { store in
            let row = try store.first(Grant.query + SQL(" WHERE client_grant.id = ?", .integer(identifier)))
            guard let grant = try row.map({ try Grant($0) }) else { return nil }
            try store.run(SQL("DELETE FROM client_grant WHERE id = ?", .integer(identifier)))
            try RecordRow.insert(.grantRevoked, of: grant, now, store)
            try WebhookMessage.insert(changeOfGrantsOf: grant.client.identifier, now, store)
            return grant
        }
    }

    private static func grant(like new: NewGrant, _ store: any StoreTransaction) throws -> Grant? {
        try store.first(
            Grant.query
                + SQL(
                    " WHERE client_grant.client = ? AND library = ? AND kind = ? AND subject = ?",
                    .integer(new.client), .text(new.library), .text(new.subject.kind), .text(new.subject.identifier))
        ).map { try Grant($0) }
    }
}

extension Grant {
    /// The query up to the place where conditions are appended.
    fileprivate static var query: SQL {
        SQL("SELECT client_grant.id AS grant_id, library, kind, subject, title, given, ") + Client.columns
            + SQL(" FROM client_grant JOIN client ON client.id = client_grant.client")
    }

    fileprivate init(_ row: StoreRow) throws {
        let subject: String = try row["subject"]
        let isAsset = try row["kind"] == Subject.assetKind
        try self.init(
            identifier: row["grant_id"], client: Client(row), library: row["library"],
            subject: isAsset ? .asset(subject) : .collection(subject), title: row["title"],
            given: Timestamp(milliseconds: row["given"]))
    }
}

extension Grant.Subject {
    fileprivate static let assetKind = "asset"

    fileprivate var kind: String { if case .asset = self { Self.assetKind } else { "collection" } }

    /// The identifier of the asset or the collection.
    package var identifier: String {
        switch self {
        case .asset(let identifier), .collection(let identifier): identifier
        }
    }
}
