import Foundation
import PhotoModel
import TestSupport
import Testing

@Suite struct UnreadableTests {
    private let folder: LibraryFolder

    init() throws {
        folder = try LibraryFolder()
        try folder.write("closed/inside.jpg")
        try folder.write("secret.jpg")
        try folder.write("open/good.jpg")
        // The surroundings belong to the user who runs the tests; the user without privileges has to get in.
        chmod(folder.surroundings.path, 0o755)
        chmod(folder.path("secret.jpg"), 0)
        chmod(folder.path("closed"), 0)
    }

    @Test func `An unreadable folder and an unreadable file are reported, and the walk goes on`() throws {
        defer { chmod(folder.path("closed"), 0o755) }
        let walked = try withoutPrivileges { try folder.walked() }
        #expect(walked.paths == ["open/good.jpg"])
        #expect(walked.problems.map(\.relativePath) == ["secret.jpg", "closed"])
        #expect(walked.problems.allSatisfy { $0.reason == .accessDenied })
    }
}
