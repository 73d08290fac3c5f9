internal import CPostgres
package import PhotoModel
internal import Platform

/// A connection to the server, used by one call at a time. Its functions check for cancellation every 20 ms, except while
/// libpq looks up the host's name.
package final class Connection: @unchecked Sendable {  // Unchecked: the pool gives it to one call at a time.
    private static let stepMilliseconds: CInt = 20
    private static let connectMilliseconds: UInt64 = 10_000

    private let handle: OpaquePointer
    /// Whether the server may have dropped it, or an answer is incomplete.
    package private(set) var isBroken = false
    private var statements = PreparedStatements()
    /// Whether all transactions are of one process of the server; nil: not asked for yet.
    private var keepsProcess: Bool?

    package init(_ address: DatabaseAddress, _ cancellation: Cancellation) throws(DatabaseError) {
        guard cpostgres_load() != 0 else { throw .noLibrary }
        let end = MonotonicTime.now + Self.connectMilliseconds * 1_000_000
        let parameters = try Self.parameters(of: address, cancellation, end)
        guard let handle = Self.begin(parameters) else { throw .notConnected("memory ran out") }
        self.handle = handle
        try connect(cancellation, until: end)
        // If the client is gone, no answer is needed: the server checks that once a second. If the client lost power,
        // the server releases its locks after a minute. JIT compilation is off: it would take longer than any of the
        // statements.
        // A server whose system cannot see that a socket was closed, as that of Windows, refuses the first of them.
        try runScript(
            SQL(
                """
                DO $$ BEGIN
                    PERFORM set_config('client_connection_check_interval', '1000', false);
                EXCEPTION WHEN invalid_parameter_value THEN NULL;
                END $$;
                SELECT set_config('jit', 'off', false), set_config('tcp_keepalives_idle', '30', false),
                set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)
                """),
            cancellation)
    }

    deinit { cpostgres_close(handle) }

    private static func begin(_ parameters: [(key: String, value: String)]) -> OpaquePointer? {
        let texts = parameters.map { (Array(($0.key + "\0").utf8CString), Array(($0.value + "\0").utf8CString)) }
        var keys: [UnsafePointer<CChar>?] = []
        var values: [UnsafePointer<CChar>?] = []
        func connect(_ rest: ArraySlice<([CChar], [CChar])>) -> OpaquePointer? {
            guard let (key, value) = rest.first else { return cpostgres_connect(keys + [nil], values + [nil]) }
            return key.withUnsafeBufferPointer { key in
                value.withUnsafeBufferPointer { value in
                    keys.append(key.baseAddress)
                    values.append(value.baseAddress)
                    return connect(rest.dropFirst())
                }
            }
        }
        return connect(texts[...])
    }

    private func connect(_ cancellation: Cancellation, until end: UInt64) throws(DatabaseError) {
        var step = CPOSTGRES_WRITE
        while true {
            try Self.check(cancellation, end)
            guard cpostgres_wait(handle, step, Self.stepMilliseconds) != 0 else { continue }
            step = cpostgres_connecting(handle)
            if step == CPOSTGRES_DONE { return }
            guard step != CPOSTGRES_FAILED else {
                throw DatabaseError(refusal: String(cString: cpostgres_message(handle)))
            }
        }
    }

    private static func check(_ cancellation: Cancellation, _ end: UInt64) throws(DatabaseError) {
        if let reason = cancellation.reason { throw .ended(reason) }
        guard MonotonicTime.now < end else { throw .notConnected("it did not answer for ten seconds") }
    }

    /// The parameters with the addresses of the host, which libpq would look up itself and wait for.
    private static func parameters(
        of address: DatabaseAddress, _ cancellation: Cancellation, _ end: UInt64
    ) throws(DatabaseError) -> [(key: String, value: String)] {
        let found = HostLookup.addresses(of: address.host) {
            cancellation.reason == nil && MonotonicTime.now < end
        }
        try check(cancellation, end)
        guard let found, !found.isEmpty else {
            throw .notConnected("the address of \(address.host) cannot be found; check the name, and the name server")
        }
        // The name is said beside each address: the server's certificate is for it.
        let names = repeatElement(address.host, count: found.count).joined(separator: ",")
        return address.parameters.filter { $0.key != "host" }
            + [("host", names), ("hostaddr", found.joined(separator: ","))]
    }

    /// The version of the server as a number, such as 150003.
    package var serverVersion: Int { Int(cpostgres_version(handle)) }

    var descriptor: Descriptor? {
        let number = cpostgres_descriptor(handle)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Runs one statement.
    package func run(_ statement: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) -> SQLRows {
        let name = try prepared(statement, cancellation)
        var rows: [SQLRow] = []
        do throws(DatabaseError) {
            try run(
                cancellation,
                { name.map { cpostgres_send_prepared(self.handle, $0) != 0 } ?? self.send(statement) },
                { rows += SQLAnswer($0).rows })
        } catch {
            guard name != nil, case .failed(let state, _) = error, PreparedStatements.isGone(state) else { throw error }
            // Another connection has the statement as it is; in a transaction there is no other way to go on.
            isBroken = true
            throw .lost
        }
        return SQLRows(rows: rows)
    }

    /// The name by which the server has a statement; nil if it is to be sent as it is.
    private func prepared(_ statement: SQL, _ cancellation: Cancellation) throws(DatabaseError) -> String? {
        let now = MonotonicTime.now
        switch statements.step(statement, now: now) {
        case .plain: return nil
        case .prepared(let name): return name
        case .prepare(let name, let old):
            guard try isDirect(cancellation) else { return nil }
            if let old {
                try run(
                    cancellation, { cpostgres_send_script(self.handle, "DEALLOCATE \(old)") != 0 },
                    { cpostgres_free($0) })
            }
            try run(
                cancellation, { cpostgres_send_prepare(self.handle, name, statement.text) != 0 },
                { cpostgres_free($0) })
            statements.keep(statement, as: name, now: now)
            return name
        }
    }

    /// Whether the server itself is at the other end. A pooler gives each transaction another process of the server, which does not have what
    /// was prepared, and says the number of none of them.
    private func isDirect(_ cancellation: Cancellation) throws(DatabaseError) -> Bool {
        if let keepsProcess { return keepsProcess }
        var rows: [SQLRow] = []
        try run(cancellation, { self.send(SQL("SELECT pg_backend_pid()")) }, { rows += SQLAnswer($0).rows })
        let isDirect = rows.first?.integer(0) == Int64(cpostgres_process(handle))
        keepsProcess = isDirect
        return isDirect
    }

    /// Runs one statement, and returns its rows with the names of their columns.
    package func table(_ statement: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) -> SQLTable {
        var table = SQLTable(columns: [], rows: [])
        try run(cancellation, { self.send(statement) }) { result in
            defer { cpostgres_free(result) }
            Self.append(result, to: &table)
        }
        return table
    }

    /// Runs statements without values, separated by "; ", in one round trip.
    package func runScript(_ script: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) {
        try run(cancellation, { cpostgres_send_script(self.handle, script.text) != 0 }, { cpostgres_free($0) })
    }

    /// - Parameter take: called with each result that is not an error, which it must free.
    private func run(
        _ cancellation: Cancellation, _ send: () -> Bool, _ take: (OpaquePointer) -> Void
    ) throws(DatabaseError) {
        guard !isBroken else { throw .lost }
        // If this ends early, an answer is still being sent, which must not be taken for that to another statement.
        isBroken = true
        guard send() else { throw .lost }
        var failure: DatabaseError?
        while let result = try next(cancellation) {
            if let state = cpostgres_state(result) {
                failure =
                    cpostgres_is_fatal(result) != 0
                    ? .lost : Self.failure(String(cString: state), String(cString: cpostgres_result_message(result)))
                cpostgres_free(result)
            } else {
                take(result)
            }
        }
        // A pool that works by transaction passes on those that another client waits for. libpq would keep all of them.
        while cpostgres_notified(handle) != 0 {}
        if let failure {
            if case .failed = failure { isBroken = false }
            throw failure
        }
        isBroken = false
    }

    /// The error for what the server reported. A server that shuts down says so, and then closes the connection.
    private static func failure(_ state: String, _ words: String) -> DatabaseError {
        ["", "57P01", "57P02", "57P03"].contains(state) ? .lost : .failed(state: state, words)
    }

    private func next(_ cancellation: Cancellation) throws(DatabaseError) -> OpaquePointer? {
        while true {
            if let reason = cancellation.reason { throw .ended(reason) }
            let step = cpostgres_progress(handle)
            if step == CPOSTGRES_DONE { return cpostgres_take(handle) }
            guard step != CPOSTGRES_FAILED else { throw .lost }
            cpostgres_wait(handle, step, Self.stepMilliseconds)
        }
    }

    private func send(_ statement: SQL) -> Bool {
        // One buffer has the bytes of all values.
        var bytes: [UInt8] = []
        let places = statement.values.map { value -> Range<Int>? in
            guard let encoded = value.encoded else { return nil }
            let start = bytes.count
            bytes += encoded
            return start..<bytes.count
        }
        // An empty array may have no address, and a null pointer would mean NULL.
        bytes.append(0)
        return bytes.withUnsafeBytes { raw in
            let start = raw.bindMemory(to: CChar.self).baseAddress
            let values = zip(statement.values, places).map { value, place in
                var described = cpostgres_value()
                described.type = value.type
                described.is_binary = value.isBinary ? 1 : 0
                guard let place, let start else { return described }
                described.bytes = start + place.lowerBound
                described.length = Int32(clamping: value.isBinary ? place.count : place.count - 1)
                return described
            }
            return cpostgres_send(handle, statement.numbered, values, values.count) != 0
        }
    }

    private static func append(_ result: OpaquePointer, to table: inout SQLTable) {
        let columns = cpostgres_columns(result)
        let types = (0..<columns).map { cpostgres_column_type(result, $0) }
        table.columns = (0..<columns).map { cpostgres_column_name(result, $0).map { String(cString: $0) } ?? "" }
        for row in 0..<cpostgres_rows(result) {
            let values = types.indices.map { column in
                var length = 0
                let start = cpostgres_bytes(result, row, column, &length)
                return SQLValue(type: types[column], bytes: start.map { UnsafeBufferPointer(start: $0, count: length) })
            }
            table.rows.append(values)
        }
    }

    /// Waits for a notification for at most that long, and consumes all that have arrived. Those that arrived with the answer to a
    /// statement are not noticed.
    ///
    /// - Returns: whether there was one.
    package func waitForNotification(milliseconds: Int) throws(DatabaseError) -> Bool {
        guard !isBroken else { throw .lost }
        var isNotified = false
        if cpostgres_notified(handle) == 0 {
            cpostgres_wait(handle, CPOSTGRES_READ, CInt(clamping: milliseconds))
        } else {
            isNotified = true
        }
        guard cpostgres_progress(handle) != CPOSTGRES_FAILED else {
            isBroken = true
            throw .lost
        }
        while cpostgres_notified(handle) != 0 { isNotified = true }
        return isNotified
    }
}
