package import BackendKit
package import PhotoModel
internal import Platform
internal import PostgresClient

// Changes, which are found by the rows that began or ended since a change. Writers wake observers by NOTIFY. Since that does not get
// through everywhere, for example not through a connection pooler, observers also check for changes regularly.
extension PostgresLibrary {
    private static let stepMilliseconds = 50
    /// The most identifiers in one change.
    private static let mostIdentifiers = 1_000

    private struct Changes {
        var inserted: [String] = []
        var updated: [String] = []
        var removed: [String] = []
        let token: ChangeToken
        /// Whether the database does not have the change of the token, because a standby without the last changes replaced the server.
        var isOfAnotherPast = false
        /// Whether rows that ended since then were deleted, so that what changed is not known any more.
        var isForgotten = false

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }
    }

    package func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(PhotoError) {
        guard let token else {
            let token = ChangeToken(try change(call.cancellation), of: uuid)
            _ = emit(.current(token.bytes))
            return
        }
        guard let since = ChangeToken(token, of: uuid) else {
            throw .invalidArgument("that is no change token of this library")
        }
        let changes = try changes(since: since, call)
        guard !changes.isForgotten else {
            throw .notFound("what changed since then is not known any more; list everything again")
        }
        guard !changes.isOfAnotherPast else { throw .invalidArgument("that is a change token of another library") }
        if changes.isEmpty {
            _ = emit(.current(changes.token.bytes))
        } else {
            _ = report(changes, emit)
        }
    }

    private func changes(since token: ChangeToken, _ call: BackendCall) throws(PhotoError) -> Changes {
        let state = try run(
            SQL(
                """
                SELECT change, horizon, EXISTS (SELECT FROM picker.change WHERE number = ?) FROM picker.library
                """, .integer(token.change)), call.cancellation
        ).first
        let (change, horizon) = (state?.integer(0) ?? 0, state?.integer(1) ?? 0)
        var changes = Changes(token: ChangeToken(change, of: uuid))
        changes.isForgotten = token.change < horizon
        if changes.isForgotten { return changes }
        // Before the first change there is none with a number.
        let isKnown = state?.flag(2) == true || token.change == 0
        changes.isOfAnotherPast = token.change > change || token.change < change && !isKnown
        guard token.change < change, isKnown else { return changes }
        for row in try rows(since: token.change, now: change, call) {
            guard let identifier = row.text(0) else { continue }
            switch (row.flag(1), row.flag(2)) {
            case (true, true): changes.updated.append(identifier)
            case (true, false): changes.removed.append(identifier)
            case (false, true): changes.inserted.append(identifier)
            case (false, false): break
            }
        }
        return changes
    }

    /// The assets that changed between two changes: their identifiers, whether each was shown then, and whether it is shown now.
    private func rows(since: Int64, now: Int64, _ call: BackendCall) throws(PhotoError) -> [SQLRow] {
        let (since, now) = (SQLValue.integer(since), SQLValue.integer(now))
        // Those with a row that began or ended meanwhile.
        return try run(
            SQL(
                """
                SELECT identifier, bool_or(since <= ? AND until > ?), bool_or(since <= ? AND until > ?)
                FROM picker.asset WHERE (since > ? AND since <= ?) OR (until > ? AND until <= ?)
                GROUP BY identifier ORDER BY identifier
                """, since, since, now, now, since, now, since, now), call.cancellation
        ).rows
    }

    private func report(_ changes: Changes, _ emit: (LibraryChange) -> Flow) -> Flow {
        if changes.isOfAnotherPast { beginAgain(at: changes.token.change) }
        if changes.isOfAnotherPast || changes.isForgotten {
            return emit(LibraryChange(.reload, token: changes.token.bytes))
        }
        let kinds: [(LibraryChange.Kind, [String])] = [
            (.inserted, changes.inserted), (.updated, changes.updated), (.removed, changes.removed),
        ]
        var told: [LibraryChange] = []
        for (kind, identifiers) in kinds {
            for start in stride(from: 0, to: identifiers.count, by: Self.mostIdentifiers) {
                told.append(
                    LibraryChange(kind, Array(identifiers[start...].prefix(Self.mostIdentifiers))))
            }
        }
        guard !told.isEmpty else { return .more }
        told[told.count - 1].token = changes.token.bytes
        for change in told where emit(change) == .stop { return .stop }
        return .more
    }

    // MARK: Observing

    package func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        // The last change that callers may have seen, so that no later change is missed.
        var since = ChangeToken(lastSeenChange, of: uuid)
        var listener: Connection?
        // A standby does not allow LISTEN. It is only checked for changes regularly, until it takes writes.
        var isDeaf = false
        var pause = Self.stepMilliseconds
        while true {
            try call.check()
            do throws(PhotoError) {
                let changes = try changes(since: since, call)
                since = changes.token
                if report(changes, emit) == .stop { return }
                if listener == nil, !isDeaf {
                    listener = try listen(call)
                    isDeaf = listener == nil
                    // Check for changes from before it listened.
                    continue
                }
                try wait(listener, call)
                isDeaf = false
                pause = Self.stepMilliseconds
            } catch {
                (listener, isDeaf) = (nil, false)
                guard error.status.mayPass else { throw error }
                try call.rest(milliseconds: pause)
                pause = min(pause * 2, settings.pollMilliseconds)
            }
        }
    }

    /// Opens a connection that receives notifications; nil if the server is a standby, which does not allow that.
    private func listen(_ call: BackendCall) throws(PhotoError) -> Connection? {
        do throws(DatabaseError) {
            let connection = try Connection(settings.database, call.cancellation)
            _ = try connection.run(SQL("LISTEN picker"), call.cancellation)
            return connection
        } catch {
            if case .failed(state: "25006", _) = error { return nil }
            throw PhotoError(error, settings.database.name)
        }
    }

    /// Waits until a notification arrives or the time between two checks is over.
    private func wait(_ listener: Connection?, _ call: BackendCall) throws(PhotoError) {
        let end = MonotonicTime.now + UInt64(settings.pollMilliseconds) * 1_000_000
        while MonotonicTime.now < end {
            try call.check()
            do throws(DatabaseError) {
                guard let listener else {
                    pause(milliseconds: Self.stepMilliseconds)
                    continue
                }
                if try listener.waitForNotification(milliseconds: Self.stepMilliseconds) { return }
            } catch {
                throw PhotoError(error, settings.database.name)
            }
        }
    }
}
