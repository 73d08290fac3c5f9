import Foundation
import PhotoFixtures
import PickerHost
import TestSupport
import Testing

@Suite("What a backend refuses, over HTTP")
struct RefusalRouteTests {
    @Test("has a status that says whose matter it is, the name of the reason, and when to ask again")
    func statuses() async throws {
        let (photos, plugins) = (try FixtureFolder(), try TemporaryFolder())
        let plugin = try FaultyBackends.build("answers/fails_as_told", into: plugins)
        let answers: [(status: Int, http: Int, name: String)] = [
            (1005, 503, "OFFLINE"), (1006, 503, "BUSY"), (1007, 429, "RATE_LIMITED"), (1008, 503, "STOPPED"),
            (2001, 403, "SIGN_IN_REQUIRED"), (2002, 403, "CONSENT_REQUIRED"), (2003, 403, "NETWORK_NOT_ALLOWED"),
            (2004, 507, "NO_SPACE"), (2005, 507, "QUOTA"), (7, 409, "ALREADY_EXISTS"), (9, 500, "INTERNAL"),
            (777, 500, "INTERNAL"), (1777, 503, "BUSY"), (2777, 403, "ACCESS_DENIED"), (1002, 503, "IO"),
        ]
        try await TestServer.run(LibraryConfiguration(root: photos.path, backend: .path(plugin))) { server in
            for (number, answer) in answers.enumerated() {
                let wait = number % 2 == 0 ? 0 : number * 1000 + 1
                try photos.write(".answer", Array("\(answer.status) \(wait) said no\n".utf8))
                let refused = try await server.owner.get("/picker/v1/assets/minimal-portrait/image?w=20&h=20&mode=fit")
                #expect(refused.status == answer.http, "\(answer.name)")
                #expect(refused["retry-after"] == (wait == 0 ? nil : String(number + 1)))
                let document = try JSONSerialization.jsonObject(with: Data(refused.body)) as? [String: [String: Any]]
                #expect(document?["error"]?["status"] as? String == answer.name)
                #expect(document?["error"]?["message"] as? String == "said no")
            }
        }
    }
}
