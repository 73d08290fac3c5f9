internal import PostgresClient

/// The tables of a store, and the migrations from each version to the next. A published migration is never changed.
///
/// Times are milliseconds since 1970; hashes are SHA-256.
enum StoreSchema {
    /// Identifies the file as a store, in SQLite's header: "PkSe".
    static let applicationIdentifier: Int32 = 0x506B_5365

    /// A step from one version of the tables to the next.
    struct Migration {
        /// Stored in files, so it never changes.
        let name: String
        /// The oldest version whose hosts still understand the tables after the migration. Hosts of several versions
        /// share a store on a server while they are updated one after the other.
        let oldestReader: Int64
        /// In SQLite's dialect; for PostgreSQL, types are replaced.
        let statements: [SQL]
    }

    static let migrations = [
        Migration(name: "1 clients and sessions", oldestReader: 1, statements: clients + sessions + own),
        Migration(name: "2 sign-ins and a password", oldestReader: 1, statements: OwnerSchema.signInsAndPassword),
        Migration(name: "3 grants, records and webhooks", oldestReader: 1, statements: grants),
        Migration(name: "4 runs of lists", oldestReader: 1, statements: runsOfLists),
        Migration(name: "5 codes of links", oldestReader: 1, statements: OwnerSchema.codes),
        Migration(name: "6 numbers of preselected assets", oldestReader: 1, statements: numbersOfPreselected),
    ]

    /// All tables, each after those that it references, and whether its rows have numeric identifiers.
    static let tables: [(name: StaticString, hasIdentifiers: Bool)] = [
        ("client", true), ("session", false), ("selected", false), ("key", false), ("sign_in", true),
        ("sign_in_code", false), ("password", false), ("client_grant", true), ("record", true), ("record_item", false),
        ("webhook", false), ("delivery", false),
    ]

    private static let clients = [
        // AUTOINCREMENT: what was signed for a client that is gone must never be valid for another one.
        SQL(
            """
            CREATE TABLE client (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL,
                origin TEXT,
                secret BLOB NOT NULL UNIQUE,
                added INTEGER NOT NULL,
                revoked INTEGER
            )
            """),
        SQL("CREATE UNIQUE INDEX client_name ON client (name) WHERE revoked IS NULL"),
    ]

    private static let sessions = [
        // `count` and `byte_total` are those of the selection, so that polling reads one row. `byte_total` has the bits
        // of a UInt64.
        SQL(
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
            """),
        SQL("CREATE UNIQUE INDEX session_request ON session (client, request_id) WHERE request_id IS NOT NULL"),
        SQL("CREATE INDEX session_expires ON session (expires)"),
        // Each row is one part of a selection: an asset, or a run of a collection, whose positions are NULL if it is
        // the whole collection.
        SQL(
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
            """),
    ]

    /// What a list is filtered by and whether it is reversed, the assets at the ends of a run, and its exceptions, as a
    /// JSON list of their identifiers.
    private static let runsOfLists = [
        SQL("ALTER TABLE selected ADD COLUMN kind TEXT"), SQL("ALTER TABLE selected ADD COLUMN words TEXT"),
        SQL("ALTER TABLE selected ADD COLUMN is_reversed INTEGER NOT NULL DEFAULT 0"),
        SQL("ALTER TABLE selected ADD COLUMN first_asset TEXT"), SQL("ALTER TABLE selected ADD COLUMN last_asset TEXT"),
        SQL("ALTER TABLE selected ADD COLUMN exceptions TEXT"),
    ]

    /// How many assets the client asked to be selected, whatever its owner selects and deselects since.
    private static let numbersOfPreselected = [
        SQL("ALTER TABLE session ADD COLUMN preselected INTEGER NOT NULL DEFAULT 0")
    ]

    private static let own = [
        SQL("CREATE TABLE sign_in (secret BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID"),
        SQL("CREATE TABLE key (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"),
    ]
}
