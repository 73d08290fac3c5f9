internal import PostgresClient

/// A store in an SQLite file, which several servers and commands on one machine may use at once, or in a PostgreSQL
/// database, which hosts on several machines may use.
package final class SQLSessionStore: SessionStore {
    /// The name of the SQLite file in its folder.
    package static let filename = StoreFile.name

    let driver: any StoreDriver
    /// Cached answers to what each request of a client asks.
    let known: KnownAnswers

    /// Opens the store in a folder, which is made, for its owner alone, if it does not exist.
    ///
    /// - Parameter folder: a folder that workers may not write to.
    package convenience init(folder: String) throws(SessionStoreError) {
        self.init(try SQLiteDriver(folder: folder))
    }

    /// Opens the store in a folder for reading alone, which is possible on a full disk. What is written to it throws.
    package convenience init(readingFolder folder: String) throws(SessionStoreError) {
        self.init(try SQLiteDriver(readingFolder: folder))
    }

    /// Opens the store on a server, and makes its tables if they do not exist.
    ///
    /// - Throws: also if the server cannot be reached within ten seconds, or does not answer for fifteen.
    package convenience init(at address: StoreAddress) throws(SessionStoreError) {
        self.init(try PostgresDriver(address.database, schema: address.schema))
    }

    /// Makes a store in memory, which is deleted with its last reference.
    package static func inMemory() throws(SessionStoreError) -> SQLSessionStore {
        SQLSessionStore(try SQLiteDriver.inMemory())
    }

    private init(_ driver: any StoreDriver) {
        self.driver = driver
        known = KnownAnswers(driver.version)
    }

    /// Closes a store that is not used any more, so that its file is complete by itself. Calls in progress are waited for,
    /// and later ones may throw.
    package func close() { driver.close() }

    /// Reads one state of the store, on a thread of its own.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result { try await driver.read(body) }

    /// Changes the store in one transaction, on a thread of its own. If `body` throws, its error is thrown and nothing
    /// is changed.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result { try await driver.write(body) }
}
