package import BackendKit
package import PhotoModel
internal import Platform
package import PostgresClient

/// A library whose records are in PostgreSQL and whose files are in an S3.
package final class PostgresLibrary: DayCountingLibrary {
    package typealias Fetch = PostgresFetch

    package let pool: ConnectionPool
    package let objects: ObjectStore
    let host: BackendHost
    let settings: LibrarySettings
    /// Makes the identifiers of the library, which are the same on every host and at every address.
    package let identity: LibraryIdentity
    /// The UUID of the library, in 36 characters.
    let uuid: String
    /// The name and version of the server, for people.
    private let service: String
    /// The number of the newest change that was seen.
    private let newest = Mutex<Int64>(0)
    private let pasts = Mutex(0)
    /// The spans of `TimedWords` that have assets.
    private let spansOfChange = ReadOfChange<[Int64]>()
    let treeOfChange = ReadOfChange<AlbumTree>()
    let daysOfChange = KeptDays()

    /// Opens the library: makes or migrates its tables, and checks whether the database and the bucket can be accessed.
    package init(_ settings: LibrarySettings, host: BackendHost, _ call: BackendCall) throws(PhotoError) {
        self.settings = settings
        self.host = host
        let pool = ConnectionPool(settings.database, connections: settings.connections)
        let name = settings.database.name
        let state = try Self.open(pool, name, call)
        (uuid, service) = (state.uuid, state.service)
        self.pool = pool
        identity = LibraryIdentity(root: Array("picker.postgres/1\0\(uuid)".utf8))
        objects = ObjectStore(settings.objects)
        newest.withLock { $0 = state.change }
        do throws(PhotoError) {
            try objects.probe(call.cancellation)
        } catch {
            // If files cannot be read at the moment, lists still can.
            guard error.status.mayPass else { throw error }
            // If the S3 cannot be reached, the address may be wrong, so this is a warning.
            host.log(error.status == .offline ? .warning : .info, "files cannot be read now: \(error.message)")
        }
    }

    private static func open(
        _ pool: ConnectionPool, _ name: String, _ call: BackendCall
    ) throws(PhotoError) -> (uuid: String, change: Int64, service: String) {
        let connection: Connection
        do throws(DatabaseError) {
            connection = try Connection(pool.address, call.cancellation)
        } catch {
            throw PhotoError(error, name)
        }
        try checkEncoding(connection, name, call)
        let state: SchemaMigrations.State
        do throws(DatabaseError) {
            state = try Schema.migrations.run(connection, call.cancellation)
        } catch {
            throw PhotoError(error, name)
        }
        guard Schema.migrations.understands(state) else {
            throw .unsupported(
                "the tables at \(name) are of version \(state.number), which this Picker does not understand; "
                    + "install the Picker that the other hosts have")
        }
        do throws(DatabaseError) {
            let row = try connection.run(SQL("SELECT uuid::text, change FROM picker.library"), call.cancellation).first
            let version = connection.serverVersion
            return (
                row?.text(0) ?? "", row?.integer(1) ?? 0, "PostgreSQL \(version / 10_000).\(version % 10_000)"
            )
        } catch {
            throw PhotoError(error, name)
        }
    }

    private static func checkEncoding(
        _ connection: Connection, _ name: String, _ call: BackendCall
    ) throws(PhotoError) {
        let found: String?
        do throws(DatabaseError) {
            let statement = SQL("SELECT current_setting('server_encoding')")
            found = try connection.run(statement, call.cancellation).first?.text(0)
        } catch {
            throw PhotoError(error, name)
        }
        guard found != "UTF8" else { return }
        throw .unsupported(
            "the database at \(name) has the encoding \(found ?? ""), which has not all letters of names; make one with createdb "
                + "--encoding UTF8 --template template0")
    }

    package func info(of backend: BackendInfo) -> LibraryInfo {
        var info = LibraryInfo(
            capabilities: backend.capabilities, title: "PostgreSQL at \(settings.database.name)",
            account: settings.database.user, isReadOnly: true, isRemote: true, hasFiles: false,
            callLimit: settings.connections)
        info.service = service
        return info
    }

    package func authorizationStatus(call: BackendCall) throws(PhotoError) -> AuthorizationStatus {
        do throws(PhotoError) {
            _ = try change(call.cancellation)
            return .authorized
        } catch {
            guard [.signInRequired, .accessDenied].contains(error.status) else { throw error }
            return .denied
        }
    }

    package func close() { pool.close() }

    // MARK: Statements

    /// Runs one statement.
    func run(_ statement: SQL, _ cancellation: Cancellation) throws(PhotoError) -> SQLRows {
        do throws(DatabaseError) {
            return try pool.run(statement, cancellation)
        } catch {
            throw PhotoError(error, settings.database.name)
        }
    }

    /// Reads the number of the newest change.
    func change(_ cancellation: Cancellation) throws(PhotoError) -> Int64 {
        let change = try run(SQL("SELECT change FROM picker.library"), cancellation).first?.integer(0) ?? 0
        saw(change)
        return change
    }

    /// Reads the point in the library's history that a fetch shows which begins now.
    func newestPoint(_ cancellation: Cancellation) throws(PhotoError) -> HistoryPoint {
        let past = past
        return HistoryPoint(change: try change(cancellation), past: past)
    }

    /// Remembers the number of a change that the server has returned.
    func saw(_ change: Int64) { newest.withLock { $0 = max($0, change) } }

    /// Begins another past, in which nothing counts that was known about changes: the database does not have some of them any more.
    ///
    /// - Parameter change: the number of the newest change that it has.
    func beginAgain(at change: Int64) {
        newest.withLock { $0 = change }
        pasts.withLock { $0 += 1 }
    }

    /// Another number after each failover that lost changes: fetches from before show what never was.
    var past: Int { pasts.withLock { $0 } }

    /// Refuses a fetch that began in another past.
    ///
    /// - Parameter past: `past` when the fetch began.
    func check(_ past: Int) throws(PhotoError) {
        guard self.past == past else {
            throw .changed("another server took the place of the one that the list is from; fetch it again")
        }
    }

    /// The number of the newest change that was seen; the server is not asked.
    var lastSeenChange: Int64 { newest.withLock { $0 } }

    /// The spans that have assets at a point in history, and possibly some that have none any more; newest first.
    func spans(at point: HistoryPoint, _ cancellation: Cancellation) throws(PhotoError) -> [Int64] {
        try spansOfChange.value(at: point) { () throws(PhotoError) in
            try run(SQL("SELECT picker.spans()"), cancellation).rows.compactMap { $0.integer(0) }.sorted(by: >)
        }
    }

    func unknown(_ localIdentifier: String) -> PhotoError {
        .notFound("there is no asset \(localIdentifier) in \(settings.database.name); it may have been removed")
    }
}
