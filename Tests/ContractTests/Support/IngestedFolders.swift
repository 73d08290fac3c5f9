import Foundation
import TestSupport
import Testing

/// Folders that were brought into libraries in PostgreSQL and S3, in the servers that `Tests/Cluster/run` started. A library
/// stays as long as its folder: a test that opens the folder again finds the same one, with what changed.
actor IngestedFolders {
    /// What opens a library.
    struct Place: Decodable, Sendable {
        let location: String
        let settings: [String: String]
    }

    static let shared = IngestedFolders()
    /// The file that says where the servers are.
    private static let servers = ProcessInfo.processInfo.environment["PICKER_TEST_CLUSTER"]
    static let isThere = servers != nil

    private var places: [String: Task<Place, any Error>] = [:]

    /// Brings in what is in the folder now.
    func place(of folder: String) async throws -> Place {
        let gone = places.keys.filter { !FileManager.default.fileExists(atPath: $0) }
        for folder in gone { places[folder] = nil }
        // One after the other for a folder.
        let before = places[folder]
        let next = Task {
            _ = try? await before?.value
            for folder in gone { _ = try await Self.run(folder, "--drop") }
            return try JSONDecoder().decode(Place.self, from: Data(try await Self.run(folder, "--keep")))
        }
        places[folder] = next
        return try await next.value
    }

    private static func run(_ folder: String, _ mode: String) async throws -> [UInt8] {
        let servers = try #require(servers)
        let done = try await onThread {
            try Subprocess.run(PackagePaths.root + "/Tests/Cluster/fixture", [servers, folder, mode])
        }
        guard done.succeeded else { throw NotBroughtIn(description: "\(folder): \(done)") }
        return done.standardOutput
    }

    struct NotBroughtIn: Error { let description: String }
}

extension Trait where Self == ConditionTrait {
    /// For what says nothing of a library into which folders are brought.
    static func overFolders(because reason: String) -> Self {
        .enabled(if: !IngestedFolders.isThere, "its library is no folder: \(reason)")
    }
}
