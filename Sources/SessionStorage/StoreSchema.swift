internal import GRDB

/// The tables of a store, and how one version of them becomes the next. A migration that was published is never changed.
///
/// Times are milliseconds since 1970; hashes are SHA-256.
enum StoreSchema {
    /// Says in the file's header that it is a store: "PkSe".
    static let applicationIdentifier: Int32 = 0x506B_5365

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 clients and sessions") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
            for statement in clients + sessions + own { try database.execute(sql: statement) }
        }
        migrator.registerMigration("2 sign-ins and a password") { database in
            for statement in OwnerSchema.signInsAndPassword { try database.execute(sql: statement) }
        }
        migrator.registerMigration("3 grants, records and webhooks") { database in
            for statement in grants { try database.execute(sql: statement) }
        }
        migrator.registerMigration("4 runs of lists") { database in
            for statement in runsOfLists { try database.execute(sql: statement) }
        }
        return migrator
    }

    private static let clients = [
        // AUTOINCREMENT: what was signed for a client that is gone is never good for another one.
        """
        CREATE TABLE client (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            origin TEXT,
            secret BLOB NOT NULL UNIQUE,
            added INTEGER NOT NULL,
            revoked INTEGER
        )
        """,
        "CREATE UNIQUE INDEX client_name ON client (name) WHERE revoked IS NULL",
    ]

    private static let sessions = [
        // `count` and `byte_total` are those of the selection, so that polling reads one row. `byte_total` is an UInt64 by its
        // bits.
        """
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            client INTEGER NOT NULL REFERENCES client (id),
            library TEXT NOT NULL,
            request_id TEXT,
            configuration TEXT NOT NULL,
            state TEXT NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            byte_total INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            ended INTEGER
        ) WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX session_request ON session (client, request_id) WHERE request_id IS NOT NULL",
        "CREATE INDEX session_expires ON session (expires)",
        // One part of a selection a row: an asset, or a run of a collection, whose places are NULL when it is all of it.
        """
        CREATE TABLE selected (
            session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            asset TEXT,
            media_type INTEGER,
            byte_size INTEGER NOT NULL,
            content_tag INTEGER,
            collection TEXT,
            first INTEGER,
            count INTEGER,
            PRIMARY KEY (session, position),
            CHECK ((asset IS NULL) <> (collection IS NULL))
        ) WITHOUT ROWID
        """,
    ]

    /// What a list is narrowed to and whether it is from its end, the assets at a run's ends, and those in it that are not selected,
    /// as a JSON list of their identifiers.
    private static let runsOfLists = [
        "ALTER TABLE selected ADD COLUMN kind TEXT", "ALTER TABLE selected ADD COLUMN words TEXT",
        "ALTER TABLE selected ADD COLUMN is_reversed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE selected ADD COLUMN first_asset TEXT", "ALTER TABLE selected ADD COLUMN last_asset TEXT",
        "ALTER TABLE selected ADD COLUMN exceptions TEXT",
    ]

    private static let own = [
        "CREATE TABLE sign_in (secret BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE key (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    ]
}
