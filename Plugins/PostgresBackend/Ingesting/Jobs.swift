internal import Cryptography
internal import PhotoFolder
internal import PhotoModel
internal import PostgresClient
internal import PostgresServing

/// The table of jobs, which threads on any number of machines share. A thread locks the row of the job that it does; if its process is
/// killed, the server releases the lock, and another thread takes the job.
struct Jobs {
    struct Job {
        let id: Int64
        /// The path of a file relative to the source's folder; for objects their folder, a zero byte, and their group key.
        let path: [UInt8]
        let attempts: Int64
        /// The objects as text, from which `ObjectGroup` is made again; nil for a file.
        let objects: String?
        /// Whether the job was done before, and was queued again although its files had not changed. They may have been deleted since.
        let isRepeated: Bool
        /// The path for messages.
        let title: String
    }

    /// A job as a listing finds it.
    struct Found {
        let path: [UInt8]
        /// Changes when one of the files does.
        let stamp: Int64
        var objects: String?
    }

    /// How a job ended, with its number in the table.
    enum State: Int64 {
        case done = 1
        case present, failed
    }

    /// The most times that a job is put off before it fails.
    static let mostAttempts: Int64 = 8

    /// The name of the source, the same on every machine.
    let source: [UInt8]

    /// Which finished jobs are done again although their files have not changed.
    enum Repeated {
        case none
        /// Those whose assets were skipped as duplicates.
        case duplicates
        case all
    }

    /// Queues the jobs that are new or failed, or whose files have changed, and those of `again`.
    func put(
        _ found: [Found], again: Repeated, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        // ON CONFLICT locks the conflicting row even if its WHERE then changes nothing. So unchanged jobs are left out of the insertion;
        // otherwise listing would write to each row of the table, and wait for the jobs that others are doing.
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

    /// The condition under which an unchanged job is done again.
    private static func isRepeated(_ again: Repeated, _ id: SQL) -> SQL {
        switch again {
        case .none: SQL(" false")
        case .duplicates: SQL(" EXISTS (SELECT FROM picker.duplicate d WHERE d.job =") + id + SQL(")")
        case .all: SQL(" true")
        }
    }

    /// The next job that no one else has taken. Its row is locked until the transaction ends.
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

    /// How many jobs are not finished, including those that others are doing.
    func waiting(_ connection: Connection, _ cancellation: Cancellation) throws(DatabaseError) -> Int64 {
        try connection.run(
            SQL("SELECT count(*) FROM picker.job WHERE sha256(source) = sha256(?) AND state = 0", .bytes(source)),
            cancellation
        ).first?.integer(0) ?? 0
    }

    /// Writes how a job ended.
    ///
    /// - Parameter passedOver: the contents of its assets that were skipped, because the library has them under other paths or from other
    ///   sources.
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

    /// Puts off a job, for twice as long each time. A job that was queued again without being listed keeps its mark.
    func putOff(
        _ job: Job, reason: String, _ connection: Connection, _ cancellation: Cancellation
    ) throws(DatabaseError) {
        _ = try connection.run(
            SQL(
                """
                UPDATE picker.job SET attempts = attempts + 1, reason = CASE WHEN reason = '' THEN reason ELSE ? END,
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
