import PhotoFixtures
import TestSupport
import Testing

@Suite("Security headers")
struct SecurityHeaderTests {
    @Test("are on every answer, refusals and missing pages included")
    func everywhere() async throws {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg")
        try await TestServer.run(photos) { server in
            let asset = try #require(try await server.assets()["photo.jpg"])
            let image = "/picker/v1/assets/\(asset.identifier)/image?w=9&h=9&v=\(asset.version)"
            let tag = try #require(try await server.owner.get(image)["etag"])
            let answers = [
                server.signedIn,
                try await server.owner.get("/"), try await server.stranger.get("/"),
                try await server.owner.get("/page/app.js"), try await server.owner.get("/page/none.js"),
                try await server.owner.get("/none"), try await server.owner.get("/picker/v1/none"),
                try await server.owner.get("/picker/v1/session"), try await server.stranger.get("/picker/v1/session"),
                try await server.owner.get("/", headers: ["Host": "evil.example"]),
                try await server.owner.post("/picker/v1/session/done", headers: ["X-Picker": ""]),
                try await server.owner.get(image), try await server.owner.get(image, headers: ["If-None-Match": tag]),
                try await server.owner.get("/picker/v1/assets/\(asset.identifier)/original"),
                try await server.owner.get(
                    "/picker/v1/assets/\(asset.identifier)/original", headers: ["Range": "bytes=99999999-"]),
            ]
            #expect(Set(answers.map(\.status)).isSuperset(of: [200, 304, 401, 403, 404, 416, 421]))
            for answer in answers {
                let policy = answer["content-security-policy"] ?? ""
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"), "\(policy)")
                #expect(answer["x-content-type-options"] == "nosniff", "\(answer.status)")
                #expect(answer["referrer-policy"] == "no-referrer", "\(answer.status)")
                #expect(answer["cross-origin-resource-policy"] == "same-origin", "\(answer.status)")
                #expect(answer["access-control-allow-origin"] == nil, "\(answer.status)")
            }
        }
    }
}

@Suite("The files of the page")
struct PageRouteTests {
    @Test("have their types, and are asked for again each time")
    func types() async throws {
        try await TestServer.run(try FixtureFolder()) { server in
            let types = [
                "/page/app.js": "text/javascript; charset=utf-8", "/page/app.css": "text/css; charset=utf-8",
                "/page/modules/api.js": "text/javascript; charset=utf-8", "/favicon.ico": "image/svg+xml",
            ]
            for (target, type) in types {
                let answer = try await server.stranger.get(target)
                #expect(answer.status == 200 && answer["content-type"] == type, "\(target)")
                #expect(answer["cache-control"] == "no-cache" && !answer.body.isEmpty)
            }
        }
    }

    @Test("are kept by browsers by the addresses that the page has of them, which are of this version alone")
    func versions() async throws {
        try await TestServer.run(try FixtureFolder()) { server in
            let page = try await server.stranger.get("/").text
            let addresses = page.split(separator: "\"").filter { $0.hasPrefix("/page/") }
            let script = try #require(addresses.first { $0.hasSuffix("/signin.js") })
            #expect(script != "/page/signin.js" && addresses.count > 5)
            for address in addresses {
                let kept = try await server.stranger.get(String(address))
                #expect(kept.status == 200 && kept["cache-control"] == "max-age=31536000, immutable", "\(address)")
            }
            let folder = script.dropLast("signin.js".count)
            let kept = try await server.stranger.get("\(folder)modules/strings.js")
            let asked = try await server.stranger.get("/page/modules/strings.js")
            #expect(kept.body == asked.body && asked["cache-control"] == "no-cache")
            // A page that was loaded before an update, or from another server behind the same proxy.
            let other = try await server.stranger.get("/page/v0123456789abcdef/modules/strings.js")
            #expect(other.body == asked.body && other["cache-control"] == "no-cache")
            #expect(try await server.stranger.get("/page/v0123456789abcdef/modules/none.js").status == 404)
            #expect(try await server.stranger.get("/page/none/modules/strings.js").status == 404)
        }
    }

    @Test("are sent compressed, and once for each version", arguments: ["/page/app.js", "/page/icon-180.png"])
    func revalidation(target: String) async throws {
        try await TestServer.run(try FixtureFolder()) { server in
            let plain = try await server.stranger.get(target)
            let tag = try #require(plain["etag"])
            #expect(plain["content-encoding"] == nil && plain["vary"] == "Accept-Encoding")
            let packed = try await server.stranger.get(target, headers: ["Accept-Encoding": "gzip"])
            // A picture is compressed already.
            let isText = target.hasSuffix(".js")
            #expect(packed["content-encoding"] == (isText ? "gzip" : nil) && packed["etag"] == tag)
            #expect(isText ? packed.body.count < plain.body.count / 2 : packed.body == plain.body)
            let again = try await server.stranger.get(target, headers: ["If-None-Match": "W/\(tag)"])
            #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
            let other = try await server.stranger.get(target, headers: ["If-None-Match": "\"other\""])
            #expect(other.status == 200 && other.body == plain.body)
        }
    }

    @Test(
        "are the only files: nothing climbs out of the folder",
        arguments: [
            "../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/Package.swift", "/etc/passwd",
            "modules/../../signin.html", "modules", "", "app.js%00.html", ".hidden", "modules/", "./app.js",
        ])
    func traversal(path: String) async throws {
        try await TestServer.run(try FixtureFolder()) { server in
            let answer = try await server.owner.get("/page/" + path)
            #expect(answer.status == 404 || answer.status == 400, "\(answer.status) \(answer.text.prefix(80))")
        }
    }

    @Test("have no script inside of the HTML")
    func noInlineScript() async throws {
        try await TestServer.run(try FixtureFolder()) { server in
            for client in [server.owner, server.stranger] {
                let html = try await client.get("/").text
                for tag in html.split(separator: "<script").dropFirst() {
                    #expect(tag.prefix { $0 != ">" }.contains("src="))
                }
                #expect(!html.contains("javascript:") && !html.contains(" onclick") && !html.contains("https://"))
            }
        }
    }
}
