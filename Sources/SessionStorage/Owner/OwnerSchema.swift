internal import PostgresClient

/// The tables for how the owner gets in.
enum OwnerSchema {
    /// Replaces the sign-ins of the first version, which had no second secret: those browsers sign in again.
    static let signInsAndPassword = [
        SQL("DROP TABLE sign_in"),
        // AUTOINCREMENT: an identifier that was listed once must never end another sign-in.
        SQL(
            """
            CREATE TABLE sign_in (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                cookie BLOB NOT NULL UNIQUE,
                proof BLOB NOT NULL,
                method TEXT NOT NULL,
                browser TEXT NOT NULL,
                created INTEGER NOT NULL,
                used INTEGER NOT NULL,
                expires INTEGER NOT NULL
            )
            """),
        SQL(
            """
            CREATE TABLE password (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                hash TEXT NOT NULL,
                changed INTEGER NOT NULL,
                failures INTEGER NOT NULL DEFAULT 0,
                last_failure INTEGER
            )
            """),
    ]

    /// Codes of links that sign in once, by their hashes. Any host of the store accepts them.
    static let codes = [
        SQL("CREATE TABLE sign_in_code (code BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID")
    ]
}
