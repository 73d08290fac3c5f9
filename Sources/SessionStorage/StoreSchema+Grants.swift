internal import PostgresClient

/// Grants, the records of what was given to whom, and webhooks.
extension StoreSchema {
    static let grants = [
        SQL(
            """
            CREATE TABLE client_grant (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                client INTEGER NOT NULL REFERENCES client (id),
                library TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('asset', 'collection')),
                subject TEXT NOT NULL,
                title TEXT NOT NULL,
                given INTEGER NOT NULL,
                UNIQUE (client, library, kind, subject)
            )
            """),
        // There are no references to clients or sessions: records outlive both.
        SQL(
            """
            CREATE TABLE record (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                time INTEGER NOT NULL,
                event TEXT NOT NULL,
                client TEXT NOT NULL,
                library TEXT,
                title TEXT,
                count INTEGER NOT NULL,
                byte_total INTEGER NOT NULL
            )
            """),
        SQL(
            """
            CREATE TABLE record_item (
                record INTEGER NOT NULL REFERENCES record (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                asset TEXT NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (record, position)
            ) WITHOUT ROWID
            """),
        // The key itself is stored, not its hash: messages are signed with it.
        SQL(
            """
            CREATE TABLE webhook (
                client INTEGER PRIMARY KEY REFERENCES client (id),
                address TEXT NOT NULL,
                key BLOB NOT NULL,
                delivered INTEGER,
                failure TEXT
            )
            """),
        SQL(
            """
            CREATE TABLE delivery (
                id TEXT PRIMARY KEY,
                client INTEGER NOT NULL REFERENCES webhook (client) ON DELETE CASCADE,
                body TEXT NOT NULL,
                created INTEGER NOT NULL,
                attempts INTEGER NOT NULL DEFAULT 0,
                due INTEGER NOT NULL
            ) WITHOUT ROWID
            """),
        SQL("CREATE INDEX delivery_due ON delivery (due)"),
        // The file's name when it was selected, for the records.
        SQL("ALTER TABLE selected ADD COLUMN filename TEXT"),
    ]
}
