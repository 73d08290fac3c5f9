import BackendKit
import Foundation
import PhotoModel
import PostgresClient
import PostgresServing
import Testing

/// A library in a database of its own, in the PostgreSQL of `make test-cluster`.
final class TestLibrary {
    /// Where the server is, as the file says that `PICKER_TEST_STORE` names.
    struct Server: Decodable {
        let location: String
        let user: String
        let password: String
        /// Of the S3 beside it, and who may make buckets there.
        let s3: Int?
        let access: String?
        let secret: String?
    }

    static let server: Server? = {
        guard let file = ProcessInfo.processInfo.environment["PICKER_TEST_STORE"] else { return nil }
        do {
            return try JSONDecoder().decode(Server.self, from: Data(contentsOf: URL(filePath: file)))
        } catch {
            fatalError("PICKER_TEST_STORE: \(file): \(error)")
        }
    }()

    let library: PostgresLibrary
    let connection: Connection
    private let name: SQLName
    private let server: Connection

    /// - Parameter endpoint: where its files are. Nothing listens at the usual one: lists are read without it.
    init(endpoint: String = "http://127.0.0.1:9") throws {
        let place = try #require(Self.server)
        let name = "days_" + String(UInt64.random(in: 0 ... .max), radix: 16)
        self.name = try #require(SQLName(name))
        server = try Self.connect(place, place.location)
        _ = try server.run(SQL("CREATE DATABASE ") + SQL(self.name) + SQL(" STRATEGY file_copy"))
        let location =
            place.location.prefix { $0 != "?" }.split(separator: "/").dropLast().joined(separator: "/")
            .replacing("postgresql:/", with: "postgresql://") + "/" + name
        connection = try Self.connect(place, location)
        library = try PostgresLibrary(
            try LibrarySettings(
                location: location,
                [
                    "user": place.user, "password": place.password, "insecure": "yes", "bucket": "nowhere",
                    "endpoint": endpoint, "access-key": "a", "secret-key": "b",
                ]), host: BackendHost(), BackendCall())
    }

    private static func connect(_ server: Server, _ location: String) throws -> Connection {
        try Connection(
            try DatabaseAddress(
                location, user: server.user, password: server.password, isEncrypted: false, certificates: nil), .never)
    }

    deinit {
        library.close()
        _ = try? server.run(SQL("DROP DATABASE ") + SQL(name) + SQL(" WITH (FORCE)"))
    }
}

/// The identifiers of a window of a fetch.
func names(_ fetch: PostgresFetch, _ offset: Int, _ length: Int) throws -> [String] {
    var names: [String] = []
    try fetch.window(offset: offset, length: length, call: BackendCall()) { asset in
        names.append(asset.localIdentifier)
        return .more
    }
    return names
}
