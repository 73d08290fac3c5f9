internal import CPostgres
package import PhotoModel
internal import Platform

/// A connection to the server, used by one call at a time. Nothing that it does blocks for longer than 20 ms
/// without a look at whether it is still wanted.
package final class Connection: @unchecked Sendable {  // Unchecked: the pool gives it to one call at a time.
    private static let stepMilliseconds: CInt = 20
    private static let connectMilliseconds: UInt64 = 10_000

    private let handle: OpaquePointer
    /// Whether the server may have forgotten it, or be in the midst of an answer.
    package private(set) var isBroken = false

    package init(_ address: DatabaseAddress, _ cancellation: Cancellation) throws(DatabaseError) {
        guard cpostgres_load() != 0 else { throw .noLibrary }
        guard let handle = Self.begin(address.parameters) else { throw .notConnected("memory ran out") }
        self.handle = handle
        try connect(cancellation)
        // A caller that left need not be answered: the server looks once a second whether it is still asked, and lets go after a minute
        // of what one has locked that lost its power. And it compiles no statements, which takes it longer than any of them.
        _ = try run(
            SQL(
                """
                SELECT set_config('client_connection_check_interval', '1000', false), set_config('jit', 'off', false),
                set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
                set_config('tcp_keepalives_count', '3', false)
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

    private func connect(_ cancellation: Cancellation) throws(DatabaseError) {
        let end = MonotonicTime.now + Self.connectMilliseconds * 1_000_000
        while true {
            if let reason = cancellation.reason { throw .ended(reason) }
            let step = cpostgres_connecting(handle)
            if step == CPOSTGRES_DONE { return }
            guard step != CPOSTGRES_FAILED else {
                throw DatabaseError(refusal: String(cString: cpostgres_message(handle)))
            }
            guard MonotonicTime.now < end else { throw .notConnected("it did not answer for ten seconds") }
            // Its descriptor is ready again and again while an address is tried: the step is a bound, not a wait.
            cpostgres_wait(handle, step, Self.stepMilliseconds)
        }
    }

    /// The version of the server, as a number: 150003.
    package var serverVersion: Int { Int(cpostgres_version(handle)) }

    var descriptor: Descriptor? {
        let number = cpostgres_descriptor(handle)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Runs one statement.
    package func run(_ statement: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) -> SQLRows {
        var rows: [SQLRow] = []
        try run(cancellation, { self.send(statement) }, { rows += SQLAnswer($0).rows })
        return SQLRows(rows: rows)
    }

    /// Runs one statement, and gives its rows by the names of their columns.
    package func table(_ statement: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) -> SQLTable {
        var table = SQLTable(columns: [], rows: [])
        try run(cancellation, { self.send(statement) }) { result in
            defer { cpostgres_free(result) }
            Self.append(result, to: &table)
        }
        return table
    }

    /// Runs statements without values that "; " parts, on one way to the server and back.
    package func runScript(_ script: SQL, _ cancellation: Cancellation = .never) throws(DatabaseError) {
        try run(cancellation, { cpostgres_send_script(self.handle, script.text) != 0 }, { cpostgres_free($0) })
    }

    /// - Parameter take: gets each result without an error, and frees it.
    private func run(
        _ cancellation: Cancellation, _ send: () -> Bool, _ take: (OpaquePointer) -> Void
    ) throws(DatabaseError) {
        guard !isBroken else { throw .lost }
        // What ends early leaves an answer on its way, which no one may take for another's.
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
        if let failure {
            if case .failed = failure { isBroken = false }
            throw failure
        }
        isBroken = false
    }

    /// A server that shuts down says so, and then ends the connection.
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
        // One place in memory for the bytes of all values.
        var bytes: [UInt8] = []
        let places = statement.values.map { value -> Range<Int>? in
            guard let encoded = value.encoded else { return nil }
            let start = bytes.count
            bytes += encoded
            return start..<bytes.count
        }
        // An empty array has no place in memory, and no place is NULL.
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

    /// Waits a while for a notification, and takes all that came.
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
