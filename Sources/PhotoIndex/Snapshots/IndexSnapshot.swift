internal import GRDB
internal import PhotoModel
internal import Platform

/// One state of the index, shared by all fetch results that began in it, and released with the last of them.
///
/// It is a read transaction that stays open: SQLite's WAL keeps the pages that the transaction sees.
final class IndexSnapshot: Sendable {
    /// The generation of the index. Snapshots with equal generations show the same assets.
    let generation: Int64
    private let pool: DatabasePool
    private let connections: Mutex<Connections>

    private struct Connections {
        var first: SnapshotConnection?
        /// For long reads, so that windows do not wait for them. Nil if the index had changed before it was needed: a
        /// past state cannot be opened a second time.
        var second: SnapshotConnection?
        var lastUse: UInt64
    }

    /// Opens the current state of the index.
    init(_ pool: DatabasePool) throws {
        let connection = try SnapshotConnection(pool)
        self.pool = pool
        generation = connection.generation
        connections = Mutex(Connections(first: connection, lastUse: UseCount.next()))
    }

    /// Runs a short read, of a few milliseconds.
    func read<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws(IndexError) -> Result {
        do {
            let (first, second) = try used()
            if let result = try first.readIfFree(cancellation: cancellation, body) { return result }
            if let second, let result = try second.readIfFree(cancellation: cancellation, body) { return result }
            return try first.read(cancellation: cancellation, body)
        } catch {
            throw IndexError(error)
        }
    }

    /// Runs a read that may take long.
    func readLong<Result>(
        cancellation: Cancellation, _ body: (Database) throws -> Result
    ) throws(IndexError) -> Result {
        do {
            return try (second() ?? used().0).read(cancellation: cancellation, body)
        } catch {
            throw IndexError(error)
        }
    }

    /// Closes the connections. Later reads throw `expired`.
    func expire() {
        connections.withLock { ($0.first, $0.second) = (nil, nil) }
    }

    /// A number that grows with each use of any snapshot.
    var lastUse: UInt64 { connections.withLock(\.lastUse) }

    private func used() throws -> (SnapshotConnection, SnapshotConnection?) {
        try connections.withLock { connections in
            guard let first = connections.first else { throw IndexError.expired }
            connections.lastUse = UseCount.next()
            return (first, connections.second)
        }
    }

    private func second() throws -> SnapshotConnection? {
        if let second = try used().1 { return second }
        let connection = try SnapshotConnection(pool)
        guard connection.generation == generation else { return nil }
        return connections.withLock { connections in
            guard connections.first != nil else { return nil }
            if connections.second == nil { connections.second = connection }
            return connections.second
        }
    }
}

/// A counter of the uses of all snapshots.
private enum UseCount {
    private static let count = Atomic<UInt64>(0)

    static func next() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}
