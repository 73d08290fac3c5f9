internal import PostgresClient

/// A store in a SQLite file, which several servers and commands of a machine may use at once, or in a PostgreSQL, which hosts on several
/// machines may.
package final class SQLSessionStore: SessionStore {
    /// The name of the SQLite file in its folder.
    package static let filename = StoreFile.name

    let driver: any StoreDriver
    /// What each request of a client asks, in the version of the store in which it was read.
    let known: KnownAnswers

    /// Opens the store in a folder, which is made for its owner alone when it is missing.
    ///
    /// - Parameter folder: one that no worker may write.
    package convenience init(folder: String) throws(SessionStoreError) {
        self.init(try SQLiteDriver(folder: folder))
    }

    /// Opens the store on a server, and makes its tables when they are missing.
    ///
    /// - Throws: also when the server cannot be reached within ten seconds, or does not answer for fifteen.
    package convenience init(at address: StoreAddress) throws(SessionStoreError) {
        self.init(try PostgresDriver(address.database, schema: address.schema))
    }

    /// A store that is gone with its last reference.
    package static func inMemory() throws(SessionStoreError) -> SQLSessionStore {
        SQLSessionStore(try SQLiteDriver.inMemory())
    }

    private init(_ driver: any StoreDriver) {
        self.driver = driver
        known = KnownAnswers(driver.version)
    }

    /// Reads in one state of the store, on a thread of its own.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result { try await driver.read(body) }

    /// Changes the store in one transaction, on a thread of its own. What `body` throws is thrown, and nothing is changed.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result { try await driver.write(body) }
}
