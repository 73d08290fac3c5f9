internal import GRDB
internal import PhotoModel

/// The tables of an index, and the migrations from each version to the next. A published migration is never changed.
///
/// `folder` and `file` say what the storage looked like when it was last read; `asset` says what is shown; `tally` has
/// day counts, so that any window of a million assets is found without counting; `change` is the log that change tokens
/// point into; `asset_text` is what is searched.
enum IndexSchema {
    /// Identifies the file as an index, in SQLite's header: "Pick".
    static let applicationIdentifier: Int32 = 0x5069_636B

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 assets") { database in
            try database.execute(sql: "PRAGMA application_id = \(applicationIdentifier)")
            for statement in library + folders + assets + texts + changes { try database.execute(sql: statement) }
        }
        migrator.registerMigration("2 formats") { database in
            // The numbers of the formats that can be read, a byte each; NULL stands for those that need no library.
            try database.execute(sql: "ALTER TABLE library ADD COLUMN formats BLOB")
        }
        migrator.registerMigration("3 statuses") { database in
            // The statuses of the backend ABI were arranged in ranges and got other numbers.
            try database.execute(
                sql: """
                    UPDATE other_file SET reason = CASE reason
                        WHEN 4 THEN 2000 WHEN 5 THEN 1000 WHEN 6 THEN 4 WHEN 7 THEN 5 WHEN 8 THEN 6 WHEN 9 THEN 1001
                        WHEN 10 THEN 1002 WHEN 11 THEN 1003 WHEN 12 THEN 1004 WHEN 13 THEN 8 WHEN 14 THEN 9
                        ELSE reason END
                    WHERE reason IS NOT NULL
                    """)
        }
        migrator.registerMigration("4 sidecars") { database in
            // More is read from files and sidecars, so all of them are read once more.
            try lookAtAllFilesAgain(database)
        }
        migrator.registerMigration("5 facts") { database in
            // `rating` is 0 to 5, where 0 is not rated; `folded_text` is a `FoldedText`. All files are read once more.
            try database.execute(sql: "ALTER TABLE asset ADD COLUMN rating INTEGER NOT NULL DEFAULT 0")
            try database.execute(sql: "ALTER TABLE asset ADD COLUMN folded_text BLOB NOT NULL DEFAULT x''")
            try lookAtAllFilesAgain(database)
        }
        migrator.registerMigration("6 animations") { database in
            // More is read from images: whether they are animated, and whether they have a high dynamic range.
            try lookAtAllFilesAgain(database)
        }
        migrator.registerMigration("7 lenses") { database in
            // More is read from images: lenses in maker notes, and the orientation that sidecars give them.
            try lookAtAllFilesAgain(database)
        }
        migrator.registerMigration("8 dates and places") { database in
            // More is read: long EXIF, dates in file names, places and cameras in XMP, and how long animations take.
            try lookAtAllFilesAgain(database)
        }
        migrator.registerMigration("9 letters") { database in
            // Words are stored as `FoldedText.words` writes them. Before, the capital ẞ was another letter than ß.
            try SearchedWords.fold(database)
            try database.execute(
                sql: """
                    UPDATE asset SET folded_text = CAST(replace(folded_text, 'ß', 'ss') AS BLOB)
                    WHERE instr(folded_text, CAST('ß' AS BLOB)) > 0
                    """)
        }
        migrator.registerMigration("10 metadata") { database in
            // More is read of many formats, and other texts are taken for captions. What was damaged may not be any more.
            try lookAtAllFilesAgain(database)
            try database.execute(sql: "UPDATE other_file SET changed_ns = 0 WHERE reason IS NOT NULL")
        }
        migrator.registerMigration("11 inodes") { database in
            // Finds the other paths of a folder. It is looked for at each link, and there may be as many links as folders.
            try database.execute(sql: "CREATE INDEX folder_inode ON folder (inode)")
        }
        migrator.registerMigration("12 more metadata") { database in
            // As before: exposures, lenses and dates of more cameras, X3F, and images that were taken for damaged or for videos.
            try lookAtAllFilesAgain(database)
            try database.execute(sql: "UPDATE other_file SET changed_ns = 0 WHERE reason IS NOT NULL")
        }
        migrator.registerMigration("13 bursts") { database in
            // `burst` is what the photos of a burst in a folder have in common; NULL for all other assets, which the index does
            // not have. Photos of bursts are read once more to find it out.
            try database.execute(sql: "ALTER TABLE asset ADD COLUMN burst BLOB")
            try database.execute(
                sql: "CREATE INDEX asset_burst ON asset (folder_id, burst, kind) WHERE burst IS NOT NULL")
            try lookAtBurstsAgain(database)
        }
        return migrator
    }

    /// Resets the times of all folders and files, so that the next scan reads all of them.
    private static func lookAtAllFilesAgain(_ database: Database) throws {
        try database.execute(sql: "UPDATE folder SET modified_ns = 0, changed_ns = 0")
        try database.execute(sql: "UPDATE file SET changed_ns = 0")
    }

    /// Resets the times of photos of bursts and of their folders, so that the next scan reads these photos.
    private static func lookAtBurstsAgain(_ database: Database) throws {
        let isBurst = "kind & \(AssetKind.bits(.burst)) != 0"
        try database.execute(
            sql: """
                UPDATE folder SET modified_ns = 0, changed_ns = 0
                WHERE id IN (SELECT folder_id FROM asset WHERE \(isBurst))
                """)
        try database.execute(
            sql: "UPDATE file SET changed_ns = 0 WHERE asset_id IN (SELECT id FROM asset WHERE \(isBurst))")
    }

    private static let library = [
        // One row. `completed_at` is NULL until the first scan was completed. `generation` counts the transactions that
        // wrote assets: two readers that see the same value see the same assets.
        """
        CREATE TABLE library (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            root BLOB NOT NULL,
            uuid BLOB NOT NULL,
            completed_at INTEGER,
            generation INTEGER NOT NULL DEFAULT 0
        )
        """
    ]

    private static let folders = [
        // Paths are from the root, whose own path is empty. Times are in nanoseconds; they are 0 until the scan of the
        // folder was completed. `list_identifier` is that of the collection list of the folders inside.
        """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            parent_id INTEGER REFERENCES folder (id),
            path BLOB NOT NULL UNIQUE,
            identifier BLOB NOT NULL UNIQUE,
            list_identifier BLOB NOT NULL UNIQUE,
            is_camera_folder INTEGER NOT NULL,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            changed_ns INTEGER NOT NULL
        )
        """,
        "CREATE INDEX folder_parent ON folder (parent_id)",
        // Files that belong to no asset. They are kept here so that they are not read again before they change.
        // `reason` is a status of the backend ABI if there is a diagnostic.
        """
        CREATE TABLE other_file (
            folder_id INTEGER NOT NULL REFERENCES folder (id),
            name BLOB NOT NULL,
            byte_size INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            changed_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            reason INTEGER,
            message TEXT,
            PRIMARY KEY (folder_id, name)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX other_file_reason ON other_file (folder_id, name) WHERE reason IS NOT NULL",
    ]

    private static let assets = [
        // `created`, `modified` and `added` are milliseconds since 1970 in UTC. `local_day` is the day, since 1970, of
        // the calendar where the asset was created. `sort_name` sorts names as people do. `kind` is an `AssetKind`.
        """
        CREATE TABLE asset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL UNIQUE,
            folder_id INTEGER NOT NULL REFERENCES folder (id),
            name BLOB NOT NULL,
            sort_name BLOB NOT NULL,
            kind INTEGER NOT NULL,
            format INTEGER NOT NULL,
            created INTEGER NOT NULL,
            created_offset INTEGER,
            created_source INTEGER NOT NULL,
            local_day INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            added INTEGER NOT NULL,
            byte_size INTEGER NOT NULL,
            version_token INTEGER NOT NULL,
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            duration REAL,
            latitude REAL,
            longitude REAL,
            has_adjustments INTEGER NOT NULL,
            representation_count INTEGER NOT NULL,
            placeholder BLOB
        )
        """,
        "CREATE INDEX asset_created ON asset (created, sort_name, id, kind)",
        "CREATE INDEX asset_folder ON asset (folder_id, created, sort_name, id, kind)",
        "CREATE INDEX asset_day ON asset (local_day, created, sort_name, id, kind)",
        "CREATE INDEX asset_name ON asset (sort_name, created, id, kind)",
        "CREATE INDEX asset_added ON asset (added, id, kind)",
        // The files of an asset, in order. `role` 0 is a sidecar, which is not a representation.
        """
        CREATE TABLE file (
            asset_id INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            name BLOB NOT NULL,
            role INTEGER NOT NULL,
            format INTEGER NOT NULL,
            byte_size INTEGER NOT NULL,
            modified_ns INTEGER NOT NULL,
            changed_ns INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            PRIMARY KEY (asset_id, position)
        ) WITHOUT ROWID
        """,
        // Finds the asset of a file that does not represent it. A representing file is found by the asset's identifier.
        // Finds the asset of a file that was renamed.
        "CREATE INDEX file_inode ON file (inode) WHERE position = 0",
        "CREATE INDEX file_companion ON file (name) WHERE position > 0",
        // Day counts: how many assets of a kind a day has. `scope` 0: of the library, by the day of `created` in UTC;
        // -1: of the library, by `local_day`; -2: of the library, by the day of `added` in UTC; -3: of the library in
        // total, as day 0; otherwise: of the folder with that id, by the day of `created` in UTC.
        """
        CREATE TABLE tally (
            scope INTEGER NOT NULL,
            day INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (scope, day, kind)
        ) WITHOUT ROWID
        """,
    ]

    private static let texts = [
        // rowid is asset.id. Every search is for beginnings of words. Those of up to four letters have indexes of their
        // own, because merging the lists of a hundred words with the same beginning takes longer than a user waits.
        """
        CREATE VIRTUAL TABLE asset_text USING fts5 (
            filename, title, keywords, camera, dates, album,
            tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4'
        )
        """
    ]

    private static let changes = [
        // `change` is a kind of change of the backend ABI, or a `LoggedTouch` for collections.
        """
        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL,
            change INTEGER NOT NULL,
            time INTEGER NOT NULL
        )
        """
    ]
}
