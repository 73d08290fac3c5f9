import Foundation
import PhotoModel
import PostgresClient
import SessionStorage
import Testing

/// A schema in the PostgreSQL of `make test-cluster`, gone with its last reference.
final class TestSchema: Sendable {
    /// Where the server is, as the file says that `PICKER_TEST_STORE` names.
    struct Server: Decodable {
        let location: String
        let user: String
        let password: String
    }

    static let server: Server? = {
        guard let file = ProcessInfo.processInfo.environment["PICKER_TEST_STORE"] else { return nil }
        do {
            return try JSONDecoder().decode(Server.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            fatalError("PICKER_TEST_STORE: \(file): \(error)")
        }
    }()

    let name: String
    let address: StoreAddress
    private let server: Server

    init(_ server: Server) throws {
        self.server = server
        name = "test_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        address = try StoreAddress(
            server.location, ["user": server.user, "password": server.password, "insecure": "yes"], schema: name)
    }

    /// A connection of the tests' own, whose statements find the tables.
    func connect() throws -> Connection {
        let place = try DatabaseAddress(
            server.location, user: server.user, password: server.password, isEncrypted: false, certificates: nil)
        let connection = try Connection(place, .never)
        try connection.runScript(SQL("SET search_path TO ") + SQL(try #require(SQLName(name))))
        return connection
    }

    deinit {
        guard let schema = SQLName(name) else { return }
        try? connect().runScript(
            SQL("SET client_min_messages = error; DROP SCHEMA IF EXISTS ") + SQL(schema) + SQL(" CASCADE"))
    }
}
