internal import PhotoFolder
internal import PhotoModel
internal import PostgresClient
internal import PostgresServing

/// The table of what is to be brought in, which the workers of any number of machines share. Each works at a row that it has
/// locked; when it is killed, the server lets the row go, and another takes it.
struct Jobs {
    struct Job {
        let id: Int64
        /// From the folder; of objects their folder, a zero, and what their names have in common.
        let path: [UInt8]
        let attempts: Int64
        /// What an `ObjectGroup` is made of again; nil: a file.
        let objects: String?
        /// Whether it was through, and waits again for another reason than that its files are others: they may be gone since.
        let isRepeated: Bool
        /// For people.
        let title: String
    }

    /// What is to be looked at.
    struct Found {
        let path: [UInt8]
        /// Another when one of its files is.
        let stamp: Int64
        var objects: String?
    }

    /// How a job ended, as the table has it.
    enum State: Int64 {
        case done = 1
        case present, failed
    }

    /// A job is not tried more often.
    static let mostAttempts: Int64 = 8

    /// What all machines call the place that the files come from.
    let source: [UInt8]

    /// Which of those that were through are to be looked at once more, though they are as they were.
    enum Repeated {
        case none
        /// What was passed over as a duplicate.
        case duplicates
        case all
    }

    /// Puts down what is to be looked at: what was not yet, and what is another than it was then.
    func put(
        _ found: [Found], again: Repeated, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        // A row that is in the way of another is locked, whether or not it is changed then: of what is as it was, none is. Who lists would
        // else write to each row of the table, and wait for those that others work at.
        let insertion = SQL(
            """
            INSERT INTO picker.job (source, path, stamp, objects)
            SELECT ?, found.path, found.stamp, found.objects FROM (
                SELECT decode(path, 'hex') AS path, stamp::bigint AS stamp, nullif(objects, '') AS objects
                FROM unnest(?::text[], ?::text[], ?::text[]) AS given (path, stamp, objects)
            ) found LEFT JOIN LATERAL (
                SELECT id, stamp, state FROM picker.job j
                WHERE sha256(j.source) = sha256(?) AND sha256(j.path) = sha256(found.path) LIMIT 1
            ) known ON true WHERE known.id IS NULL OR known.stamp <> found.stamp OR known.state = 3 OR
            """, .bytes(source), .texts(found.map { $0.path.hexadecimal }), .texts(found.map { String($0.stamp) }),
            .texts(found.map { $0.objects ?? "" }), .bytes(source))
        let change = SQL(
            """
             ON CONFLICT (sha256(source), sha256(path)) DO UPDATE
            SET stamp = excluded.stamp, objects = excluded.objects, state = 0, attempts = 0, not_before = now(), reason = NULL
            WHERE picker.job.stamp <> excluded.stamp OR picker.job.state = 3 OR
            """)
        let statement =
            insertion + Self.isRepeated(again, SQL(" known.id")) + change
            + Self.isRepeated(again, SQL(" picker.job.id"))
        _ = try connection.run(statement, cancellation)
    }

    /// Whether a job is to be looked at though it is as it was.
    private static func isRepeated(_ again: Repeated, _ id: SQL) -> SQL {
        switch again {
        case .none: SQL(" false")
        case .duplicates: SQL(" EXISTS (SELECT FROM picker.duplicate d WHERE d.job =") + id + SQL(")")
        case .all: SQL(" true")
        }
    }

    /// The next that no other worker has; its row is locked until the transaction ends.
    func take(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> Job? {
        let row = try connection.run(
            SQL(
                """
                SELECT id, path, attempts, objects, reason FROM picker.job
                WHERE sha256(source) = sha256(?) AND state = 0 AND not_before <= now()
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
                """, .bytes(source)), cancellation
        ).first
        guard let row, let id = row.integer(0), let path = row.bytes(1) else { return nil }
        return Job(id, path, attempts: row.integer(2) ?? 0, objects: row.text(3), isRepeated: row.text(4) == "")
    }

    /// How many wait, those that others work at included.
    func waiting(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> Int64 {
        try connection.run(
            SQL("SELECT count(*) FROM picker.job WHERE sha256(source) = sha256(?) AND state = 0", .bytes(source)),
            cancellation
        ).first?.integer(0) ?? 0
    }

    /// - Parameter passedOver: the contents of its assets that are there under other paths.
    func finish(
        _ job: Job, _ state: State, reason: String? = nil, passedOver: [[UInt8]] = [], _ connection: Connection,
        _ cancellation: Cancellation
    ) throws(DatabaseError) {
        _ = try connection.run(
            SQL(
                """
                WITH gone AS (DELETE FROM picker.duplicate WHERE job = ?)
                UPDATE picker.job SET state = ?, reason = ? WHERE id = ?
                """, .integer(job.id), .integer(state.rawValue), reason.map { .text($0) } ?? .null(25),
                .integer(job.id)), cancellation)
        for content in passedOver {
            _ = try connection.run(
                SQL(
                    "INSERT INTO picker.duplicate (content, job) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    .bytes(content), .integer(job.id)), cancellation)
        }
    }

    /// Puts it off, twice as long each time.
    func putOff(
        _ job: Job, reason: String, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        _ = try connection.run(
            SQL(
                """
                UPDATE picker.job SET attempts = attempts + 1, reason = ?,
                not_before = now() + interval '200 milliseconds' * power(2, attempts) WHERE id = ?
                """, .text(reason), .integer(job.id)), cancellation)
    }
}

extension Jobs.Job {
    fileprivate init(_ id: Int64, _ path: [UInt8], attempts: Int64, objects: String?, isRepeated: Bool) {
        (self.id, self.path, self.attempts, self.objects) = (id, path, attempts, objects)
        self.isRepeated = isRepeated
        guard let objects else {
            title = String(decoding: path, as: UTF8.self)
            return
        }
        let group = ObjectGroup(path: path, objects: objects)
        let folder = group.folder.isEmpty ? [] : group.folder + [UInt8(ascii: "/")]
        title = String(decoding: folder + (group.members.first?.name ?? []), as: UTF8.self)
    }
}
