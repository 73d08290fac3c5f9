import Foundation
import Logging
import PhotoFixtures
import PickerHost
import ServiceLifecycle
import TestSupport
import Testing

@testable import PickerServer

/// A server in this process, on any free port, whose owner is signed in.
struct TestServer: Sendable {
    let server: PickerServer
    /// Has the cookie and the header of the page.
    let owner: HTTPClient
    /// Has neither.
    let stranger: HTTPClient
    /// The whole answer to the code of the sign-in link.
    let signedIn: HTTPAnswer
    /// Path and query of the link, used up.
    let signInTarget: String
    /// The code in it.
    let code: String
    /// What it said when it began to listen.
    let address: PickerServer.Address
    private let group: ServiceGroup

    /// Serves `photos` until `body` returns.
    static func run(
        _ photos: FixtureFolder, purpose: ServerConfiguration.Purpose = .browse,
        limits: ConnectionLimits = ConnectionLimits(),
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        let configuration = ServerConfiguration(port: 0, purpose: purpose, connectionLimits: limits)
        try await run(library, configuration, body)
    }

    /// Serves a library until `body` returns, and brings its index up to date meanwhile when opening it does not.
    static func run(
        _ library: LibraryConfiguration, _ given: ServerConfiguration = ServerConfiguration(port: 0),
        others: [OtherLibrary] = [], onIndexState: @escaping @Sendable (IndexState) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        QuietLog.start
        let registry = BackendRegistry(searchPath: .standard(environment: nil))
        var serving = given
        serving.refreshesIndex = !library.refreshesIndex
        let library = try await PhotoLibrary.open(library, registry: registry)
        defer { library.close() }
        try await library.requestAuthorization()
        let (addresses, ready) = AsyncStream.makeStream(of: PickerServer.Address.self)
        let server = try PickerServer(
            library: library, key: "first", others: others, configuration: serving, onIndexState: onIndexState
        ) {
            ready.yield($0)
            ready.finish()
        }
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: server)], logger: Logger(label: "test"))
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try? await group.run() }
            let address = try #require(await addresses.first { _ in true })
            try await body(try await TestServer(server, address, group))
            await group.triggerGracefulShutdown()
        }
    }

    private init(_ server: PickerServer, _ address: PickerServer.Address, _ group: ServiceGroup) async throws {
        self.server = server
        self.group = group
        self.address = address
        let url = try #require(URL(string: address.signInLink))
        let query: String = url.query ?? ""
        signInTarget = "\(url.path)?\(query)"
        stranger = HTTPClient(port: UInt16(try #require(server.boundPort)))
        code = String(try #require(query.split(separator: "=").last))
        signedIn = try await stranger.trade(code: code)
        owner = try stranger.signedIn(by: signedIn)
    }

    /// The code of another link.
    func newCode() async throws -> String? {
        try await server.newLink()?.split(separator: "=").last.map(String.init)
    }

    /// Ends the server, as a signal does.
    func end() async {
        server.announceEnd()
        await group.triggerGracefulShutdown()
    }

    /// A document of the API.
    func json(_ target: String) async throws -> [String: Any] {
        let answer = try await owner.get("/picker/v1/" + target)
        #expect(answer.status == 200, "\(target): \(answer.text)")
        return try answer.json()
    }

    /// The assets of the camera roll by their paths.
    func assets() async throws -> [String: ListedAsset] {
        let cameraRoll = try await cameraRoll()
        let page = try await json("collections/\(cameraRoll)/assets")
        let assets = try #require(page["assets"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: try assets.map { ($0["relativePath"] as? String ?? "", try ListedAsset($0)) })
    }

    func cameraRoll() async throws -> String {
        try #require(try await json("collections")["cameraRoll"] as? String)
    }
}

/// Keeps the servers of the tests from telling where they listen.
private enum QuietLog {
    static let start: Void = LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
}

/// What a test needs of an asset in a list.
struct ListedAsset: Sendable {
    let identifier: String
    let version: String

    init(_ document: [String: Any]) throws {
        identifier = try #require(document["localIdentifier"] as? String)
        version = try #require(document["version"] as? String)
    }
}

extension HTTPAnswer {
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(text)")
    }

    /// Expects a refusal in the form that the page reads.
    func expectError(
        _ status: Int, _ name: String, reason: String? = nil, saying words: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
        #expect(self["content-type"] == "application/json; charset=utf-8", sourceLocation: sourceLocation)
        let error = try #require(try json()["error"] as? [String: Any], sourceLocation: sourceLocation)
        #expect(error["code"] as? Int == status, sourceLocation: sourceLocation)
        #expect(error["status"] as? String == name, sourceLocation: sourceLocation)
        let message = error["message"] as? String ?? ""
        #expect(!message.isEmpty, sourceLocation: sourceLocation)
        #expect(words.isEmpty || message.contains(words), "\(message)", sourceLocation: sourceLocation)
        guard let reason else { return }
        let details = error["details"] as? [[String: Any]]
        #expect(details?.first?["reason"] as? String == reason, "\(text)", sourceLocation: sourceLocation)
    }
}
