package import PhotoModel
internal import Platform

/// The connections of a library: no more than a limit, each used by one call at a time.
package final class ConnectionPool: Sendable {
    private struct State {
        var idle: [Connection] = []
        /// How many more connections may be opened.
        var free: Int
    }

    package let address: DatabaseAddress
    private let monitor: Monitor<State>

    /// - Parameter connections: the most connections at once, at least 1.
    package init(_ address: DatabaseAddress, connections: Int) {
        self.address = address
        monitor = Monitor(State(free: max(1, connections)))
    }

    /// Runs statements over one connection.
    ///
    /// - Parameter isRepeatable: whether the statements may be run once more if a connection that was kept open turns
    ///   out to be dead.
    package func use<Result>(
        _ cancellation: Cancellation, isRepeatable: Bool = true, _ body: (Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        let (connection, isOld) = try take(cancellation)
        defer { giveBack(connection) }
        do throws(DatabaseError) {
            return try body(connection)
        } catch {
            // The server may have closed it while it was not in use.
            guard case .lost = error, isOld, isRepeatable else { throw error }
        }
        let fresh = try Connection(address, cancellation)
        defer { replaceBroken(by: fresh) }
        return try body(fresh)
    }

    /// Runs one statement.
    package func run(_ statement: SQL, _ cancellation: Cancellation) throws(DatabaseError) -> SQLRows {
        try use(cancellation) { (connection) throws(DatabaseError) in try connection.run(statement, cancellation) }
    }

    /// Closes the connections that are not in use.
    package func close() {
        let idle = monitor.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        _ = idle
    }

    private func take(_ cancellation: Cancellation) throws(DatabaseError) -> (connection: Connection, isOld: Bool) {
        while true {
            if let reason = cancellation.reason { throw .ended(reason) }
            let taken = monitor.wait(milliseconds: 20) { state -> Connection?? in
                guard state.free > 0 else { return nil }
                state.free -= 1
                return .some(state.idle.popLast())
            }
            guard let taken else { continue }
            if let taken { return (taken, true) }
            do throws(DatabaseError) {
                return (try Connection(address, cancellation), false)
            } catch {
                release(nil)
                throw error
            }
        }
    }

    private func giveBack(_ connection: Connection) { release(connection.isBroken ? nil : connection) }

    private func replaceBroken(by connection: Connection) {
        guard !connection.isBroken else { return }
        monitor.withLock { $0.idle.append(connection) }
    }

    private func release(_ connection: Connection?) {
        monitor.withLock { state in
            state.free += 1
            if let connection { state.idle.append(connection) }
        }
        monitor.wakeOne()
    }
}
