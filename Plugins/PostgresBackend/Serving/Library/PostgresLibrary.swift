package import BackendKit
package import PhotoModel
internal import Platform
package import PostgresClient

/// A library in PostgreSQL and S3.
package final class PostgresLibrary: DayCountingLibrary {
    package typealias Fetch = PostgresFetch

    package let pool: ConnectionPool
    package let objects: ObjectStore
    let host: BackendHost
    let settings: LibrarySettings
    /// What is the same of the library wherever it is reached from.
    package let identity: LibraryIdentity
    /// Its number, in 36 digits.
    let uuid: String
    /// For people: the version of the server.
    private let service: String
    /// The newest change that was seen.
    private let newest = Mutex<Int64>(0)
    /// Those of `TimedWords`.
    private let spansOfChange = ReadOfChange<[Int64]>()
    let treeOfChange = ReadOfChange<AlbumTree>()

    /// Opens it: makes the tables, or brings them up to date, and asks both halves whether they let this user in.
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
            // What is wrong for a while only need not keep lists from being read.
            guard error.status.kind == .transient, ![.cancelled, .deadline, .closed].contains(error.status) else {
                throw error
            }
            // No way there may be a wrong address, which who named the library has to hear of.
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

    // MARK: Asking

    /// Runs one statement.
    func run(_ statement: SQL, _ cancellation: Cancellation) throws(PhotoError) -> SQLRows {
        do throws(DatabaseError) {
            return try pool.run(statement, cancellation)
        } catch {
            throw PhotoError(error, settings.database.name)
        }
    }

    /// The number of the newest change: what a fetch that begins now shows.
    func change(_ cancellation: Cancellation) throws(PhotoError) -> Int64 {
        let change = try run(SQL("SELECT change FROM picker.library"), cancellation).first?.integer(0) ?? 0
        saw(change)
        return change
    }

    /// Remembers a change that the server has told.
    func saw(_ change: Int64) { newest.withLock { $0 = max($0, change) } }

    /// Forgets what it knows of changes that the database has no more.
    func beginAgain(at change: Int64) {
        newest.withLock { $0 = change }
        spansOfChange.forget()
        treeOfChange.forget()
    }

    /// The newest change that this library has seen, without asking.
    var lastSeenChange: Int64 { newest.withLock { $0 } }

    /// The spans in which there is anything after a change, and maybe some in which there is nothing any more; the newest first.
    func spans(at change: Int64, _ cancellation: Cancellation) throws(PhotoError) -> [Int64] {
        try spansOfChange.value(at: change) { () throws(PhotoError) in
            try run(SQL("SELECT picker.spans()"), cancellation).rows.compactMap { $0.integer(0) }.sorted(by: >)
        }
    }

    func unknown(_ localIdentifier: String) -> PhotoError {
        .notFound("there is no asset \(localIdentifier) in \(settings.database.name); it may have been removed")
    }
}
