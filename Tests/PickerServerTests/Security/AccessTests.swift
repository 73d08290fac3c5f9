import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Who gets in")
struct AccessTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("secret-name.jpg")
    }

    @Test("the link answers with a cookie that scripts cannot read and other sites do not send, and leads to the page")
    func cookie() async throws {
        try await TestServer.run(photos) { server in
            let answer = server.signedIn
            #expect((300..<400).contains(answer.status) && answer["location"] == "/")
            #expect(answer["cache-control"] == "no-store")
            let cookie = try #require(answer["set-cookie"])
            let attributes = cookie.split(separator: ";").dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            #expect(attributes.contains("httponly") && attributes.contains("path=/"))
            #expect(attributes.contains("samesite=lax") || attributes.contains("samesite=strict"))
            #expect(!attributes.contains { $0.hasPrefix("domain") })
        }
    }

    @Test("the link works once; for who is signed in already it leads to the page")
    func linkOnce() async throws {
        try await TestServer.run(photos) { server in
            let again = try await server.stranger.get(server.signInTarget)
            #expect(again.status == 401 && again["set-cookie"] == nil)
            let owner = try await server.owner.get(server.signInTarget)
            #expect((300..<400).contains(owner.status) && owner["location"] == "/")
        }
    }

    @Test(
        "a link with another code, or with none, does not sign in",
        arguments: ["?code=guess", "?code=", "", "?code=%00"])
    func guessed(query: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.stranger.get("/signin" + query)
            #expect(answer.status == 401 && answer["set-cookie"] == nil)
        }
    }

    @Test("nothing of the interface answers without the cookie, or with another one")
    func everyPath() async throws {
        try await TestServer.run(photos) { server in
            let cameraRoll = try await server.cameraRoll()
            let asset = try #require(try await server.assets()["secret-name.jpg"]).identifier
            let targets = [
                "session", "collections", "collections/\(cameraRoll)/assets", "collections/\(cameraRoll)/poster",
                "assets/\(asset)", "assets/\(asset)/image?w=9&h=9&v=0", "assets/\(asset)/original", "events",
            ]
            let name = try #require(server.owner.headers["Cookie"]?.split(separator: "=").first)
            for cookie in ["", "\(name)=guess", "\(name)=", "other=\(server.owner.headers["Cookie"] ?? "")"] {
                for target in targets {
                    let headers = ["Cookie": cookie, "If-None-Match": "\"0-9x9-0-1\""]
                    let answer = try await server.stranger.get("/picker/v1/" + target, headers: headers)
                    try answer.expectError(401, "UNAUTHENTICATED", saying: "not signed in")
                    #expect(!answer.text.contains("secret-name"))
                }
                for target in ["session/done", "session/cancel"] {
                    let answer = try await server.stranger.post(
                        "/picker/v1/" + target, "{\"assets\":[]}", headers: ["Cookie": cookie, "X-Picker": "1"])
                    try answer.expectError(401, "UNAUTHENTICATED")
                }
            }
        }
    }

    @Test("another cookie of the same name, which a proxy or a page before may have left, locks no one out")
    func cookiesOfOneName() async throws {
        try await TestServer.run(photos) { server in
            let good = try #require(server.owner.headers["Cookie"])
            let name = try #require(good.split(separator: "=").first)
            for cookies in [
                "\(name)=old; \(good)", "\(good); \(name)=old", "a=b;\(name)=;\(good);c", "\(name); \(good)",
            ] {
                let answer = try await server.stranger.get("/picker/v1/session", headers: ["Cookie": cookies])
                #expect(answer.status == 200, "\(cookies): \(answer.text)")
                let home = try await server.stranger.get("/", headers: ["Cookie": cookies])
                #expect(home.status == 200, "\(cookies)")
            }
            let fields = ["Cookie": "\(name)=old", "cookie": good]
            #expect(try await server.stranger.get("/picker/v1/session", headers: fields).status == 200)
            let quoted = "\(name)=\"\(good.dropFirst(name.count + 1))\""
            #expect(try await server.stranger.get("/", headers: ["Cookie": quoted]).status == 200)
        }
    }

    @Test("the sign-in page shows nothing of the library, the page itself is for who is signed in")
    func signInPage() async throws {
        try await TestServer.run(photos) { server in
            let stranger = try await server.stranger.get("/")
            #expect(stranger.status == 401 && stranger["content-type"] == "text/html; charset=utf-8")
            #expect(stranger["cache-control"] == "no-store")
            #expect(!stranger.text.contains("secret-name") && !stranger.text.contains(photos.path))
            let owner = try await server.owner.get("/")
            #expect(owner.status == 200 && owner.text.contains("app.js"))
        }
    }
}
