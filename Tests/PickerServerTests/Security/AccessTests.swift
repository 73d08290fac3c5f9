import Foundation
import PhotoFixtures
import PickerHost
import PickerServer
import PickingSessions
import SessionStorage
import TestSupport
import Testing

@Suite("Who gets in")
struct AccessTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("secret-name.jpg")
    }

    @Test("the code of a link is answered with a cookie that scripts cannot read and other sites do not send")
    func cookie() async throws {
        try await TestServer.run(photos) { server in
            let answer = server.signedIn
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            let cookie = try #require(answer["set-cookie"])
            let attributes = cookie.split(separator: ";").dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            #expect(attributes.contains("httponly") && attributes.contains("path=/"))
            #expect(attributes.contains("samesite=lax") || attributes.contains("samesite=strict"))
            #expect(!attributes.contains { $0.hasPrefix("domain") } && !attributes.contains("secure"))
        }
    }

    @Test("a sign-in that ends with its server is in no browser for longer; the end of the session ends it soon")
    func cookieOfPick() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let cookie = try #require(server.signedIn["set-cookie"]?.split(separator: ";").first)
            #expect(server.signedIn["set-cookie"]?.contains("Max-Age") == false)
            let kept = try await server.owner.post("/picker/v1/session/selection", "{\"assets\":[]}")
            #expect(kept.status == 200 && kept["set-cookie"] == nil)
            let ended = try await server.owner.post("/picker/v1/session/cancel")
            let ending = try #require(ended["set-cookie"])
            #expect(
                ended.status == 200 && ending.hasPrefix("\(cookie);") && ending.contains("Max-Age=60"), "\(ending)")
            // Another window asks how it ended.
            #expect(try await server.json("session")["state"] as? String == "cancelled")
        }
    }

    @Test("a sign-in that outlives its server is kept where its cookie will be asked for again")
    func cookieOfServe() async throws {
        var configuration = ServerConfiguration(port: 0)
        configuration.store = try SQLSessionStore.inMemory()
        configuration.publicOrigins = [try #require(PublicOrigin("http://nas:8080"))]
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, configuration) { server in
            #expect(server.signedIn["set-cookie"]?.contains("Max-Age") == false)
            let code = try #require(try await server.newCode())
            let answer = try await server.stranger.enter(["code": code], headers: ["Host": "nas:8080"])
            #expect(answer["set-cookie"]?.contains("Max-Age=2592000") == true, "\(answer["set-cookie"] ?? "")")
        }
    }

    @Test("to look at a link does not use it up; its code works once")
    func linkOnce() async throws {
        try await TestServer.run(photos) { server in
            for _ in 0..<2 {
                let page = try await server.stranger.get(server.signInTarget)
                #expect(page.status == 200 && page["set-cookie"] == nil && page["cache-control"] == "no-store")
                #expect(page.text.contains("signin.js") && !page.text.contains(server.code))
            }
            let again = try await server.stranger.trade(code: server.code)
            try again.expectError(401, "UNAUTHENTICATED", saying: "used already")
            #expect(again["set-cookie"] == nil)
        }
    }

    @Test(
        "what is no code does not sign in",
        arguments: [
            "{\"code\":\"guess\"}", "{\"code\":\"\"}", "{\"code\":\"\\u0000\"}", "{\"code\":5}", "{}", "", "[]",
            "{\"code\":\"a\",\"password\":\"b\"}", "{\"password\":\"guess\"}",
        ])
    func guessed(body: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.stranger.post("/signin", body, headers: ["X-Picker": "1"])
            #expect([400, 401].contains(answer.status) && answer["set-cookie"] == nil, "\(answer.text)")
            let large = try await server.stranger.post(
                "/signin", body + String(repeating: " ", count: 5000), headers: ["X-Picker": "1"])
            #expect(large.status == 413)
            let bare = try await server.stranger.post("/signin", "{\"code\":\"\(server.code)\"}")
            try bare.expectError(403, "PERMISSION_DENIED", saying: "X-Picker")
        }
    }

    @Test(
        "the cookie alone, as a server at another port of this host gets it, opens the page and nothing of the library")
    func cookieAlone() async throws {
        try await TestServer.run(photos) { server in
            let cookie = try #require(server.owner.headers["Cookie"])
            let asset = try #require(try await server.assets()["secret-name.jpg"]).identifier
            let ticket = try #require(try server.signedIn.json()["ticket"] as? String)
            for proof in ["", "1", "guess", ticket, String(cookie.split(separator: "=")[1])] {
                let fields = ["Cookie": cookie, "X-Picker": proof]
                for target in ["session", "assets/\(asset)/original", "owner/sign-ins"] {
                    let answer = try await server.stranger.get("/picker/v1/" + target, headers: fields)
                    try answer.expectError(401, "UNAUTHENTICATED")
                }
                let state = try await server.stranger.get("/signin/state", headers: fields)
                #expect(try state.json()["signedIn"] as? Bool == false)
            }
            let home = try await server.stranger.get("/", headers: ["Cookie": cookie])
            #expect(home.status == 200 && !home.text.contains("secret-name"))
            // Nor does the proof without the cookie.
            let proof = try #require(server.owner.headers["X-Picker"])
            let answer = try await server.stranger.get("/picker/v1/session", headers: ["X-Picker": proof])
            #expect(answer.status == 401)
        }
    }

    @Test("an address that the browser opens for the page takes the ticket and the cookie; the ticket writes nothing")
    func ticket() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            let cookie = try #require(server.owner.headers["Cookie"])
            let ticket = try #require(try server.signedIn.json()["ticket"] as? String)
            let asset = try #require(try await server.assets()["secret-name.jpg"]).identifier
            let target = "/picker/v1/assets/\(asset)/original?ticket="
            #expect(try await server.stranger.get(target + ticket, headers: ["Cookie": cookie]).status == 200)
            for (text, fields) in [(ticket, [:]), ("guess", ["Cookie": cookie]), ("", ["Cookie": cookie])] {
                #expect(try await server.stranger.get(target + text, headers: fields).status == 401)
            }
            let write = try await server.stranger.post(
                "/picker/v1/session/cancel?ticket=\(ticket)", headers: ["Cookie": cookie, "X-Picker": "1"])
            try write.expectError(401, "UNAUTHENTICATED")
            #expect(server.server.coordinator.isPending)
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
                    let proof = server.owner.headers["X-Picker"] ?? ""
                    let headers = ["Cookie": cookie, "X-Picker": proof, "If-None-Match": "\"0-9x9-0-1\""]
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
                let proof = server.owner.headers["X-Picker"] ?? ""
                let answer = try await server.stranger.get(
                    "/picker/v1/session", headers: ["Cookie": cookies, "X-Picker": proof])
                #expect(answer.status == 200, "\(cookies): \(answer.text)")
                let home = try await server.stranger.get("/", headers: ["Cookie": cookies])
                #expect(home.status == 200, "\(cookies)")
            }
            let fields = ["Cookie": "\(name)=old", "cookie": good, "X-Picker": server.owner.headers["X-Picker"] ?? ""]
            #expect(try await server.stranger.get("/picker/v1/session", headers: fields).status == 200)
            let quoted = "\(name)=\"\(good.dropFirst(name.count + 1))\""
            #expect(try await server.stranger.get("/", headers: ["Cookie": quoted]).status == 200)
        }
    }

    @Test("a browser that signs out loses its cookie and the images that it kept")
    func signedOut() async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.owner.post("/signin/out")
            #expect(answer.status == 200 && answer["clear-site-data"] == "\"cache\"")
            let cookie = try #require(answer["set-cookie"])
            #expect(cookie.contains("Max-Age=0") && cookie.split(separator: ";").first?.hasSuffix("=") == true)
            #expect(try await server.owner.get("/picker/v1/session").status == 401)
        }
    }

    @Test("more cookies than any browser keeps for a host are not looked up")
    func manyCookies() async throws {
        try await TestServer.run(photos) { server in
            let good = try #require(server.owner.headers["Cookie"])
            let name = try #require(good.split(separator: "=").first)
            for (others, status) in [(199, 200), (200, 401)] {
                let cookies = (0..<others).map { "\(name)=\($0)" } + [good]
                let fields = [
                    "Cookie": cookies.joined(separator: "; "), "X-Picker": server.owner.headers["X-Picker"] ?? "",
                ]
                #expect(try await server.stranger.get("/picker/v1/session", headers: fields).status == status)
            }
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
