import PhotoFixtures
import PickerHost
import TestSupport
import Testing

@testable import PickerServer

@Suite("The address by which others reach a server")
struct PublicOriginTests {
    @Test(
        "is an origin, as browsers write it, whatever case and usual port it is given with",
        arguments: [
            ("https://photos.example", "https://photos.example", 443),
            ("https://photos.example/", "https://photos.example", 443),
            ("HTTPS://Photos.Example:443", "https://photos.example", 443),
            ("https://photos.example:8443/", "https://photos.example:8443", 8443),
            ("http://192.168.1.5:8420", "http://192.168.1.5:8420", 8420), ("http://nas:80/", "http://nas", 80),
            ("https://[2001:db8::1]", "https://[2001:db8::1]", 443),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443", 8443),
            ("http://[2001:DB8:0:0:0:0:0:1]:8420", "http://[2001:db8::1]:8420", 8420),
            ("https://[2001:0db8::0:1]:443/", "https://[2001:db8::1]", 443),
        ])
    func origins(text: String, origin: String, port: Int) throws {
        let known = try #require(PublicOrigin(text))
        #expect(known.text == origin && known.port == port)
    }

    @Test(
        "has nothing that an origin has not",
        arguments: [
            "", "photos.example", "//photos.example", "ftp://photos.example", "https://", "https:///",
            "https://photos.example/picker", "https://photos.example//", "https://photos.example?x",
            "https://me@photos.example",
            "https://photos.example:0", "https://photos.example:65536", "https://photos.example:x", "https://*.example",
            "https://photos.example https://other.example", "https://photos.example\n", "https://bücher.example",
            "null", "https://[2001:db8::1::2]", "https://[2001:db8]", "https://[fe80::1%25eth0]",
        ])
    func refused(text: String) { #expect(PublicOrigin(text) == nil) }

    @Test("is meant by a Host in each way to write its address")
    func hosts() throws {
        let origin = try #require(PublicOrigin("http://[2001:db8:0::1]:8420"))
        for host in ["[2001:db8::1]:8420", "[2001:DB8:0:0::1]:8420"] { #expect(origin.isMeant(by: host), "\(host)") }
        for host in ["[2001:db8::2]:8420", "[2001:db8::1]", "2001:db8::1:8420"] {
            #expect(!origin.isMeant(by: host), "\(host)")
        }
    }
}

@Suite("Requests that came by a public address")
struct PublicRequestTests {
    let photos: FixtureFolder

    init() throws {
        photos = try FixtureFolder()
        try photos.write("photo.jpg")
    }

    private func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        var configuration = ServerConfiguration(port: 0)
        configuration.publicOrigins = ["https://photos.example", "http://nas:8080"].compactMap { PublicOrigin($0) }
        try await TestServer.run(
            LibraryConfiguration(root: photos.path, backend: .id("legacy-group")), configuration, body)
    }

    @Test("The link has the first public address, and signs in by it, by another one and by this machine's")
    func link() async throws {
        try await run { server in
            #expect(server.address.signInLink.hasPrefix("https://photos.example/signin?code="))
            #expect(server.address.url == "https://photos.example/")
            let answer = try await server.owner.get("/picker/v1/session")
            #expect(answer.status == 200)
        }
    }

    @Test("The link of a server that listens at all addresses is for this machine, on which it is printed")
    func anyAddress() async throws {
        let library = LibraryConfiguration(root: photos.path, backend: .id("legacy-group"))
        try await TestServer.run(library, ServerConfiguration(host: "0.0.0.0", port: 0)) { server in
            #expect(server.address.url == "http://127.0.0.1:\(server.owner.port)/")
            #expect(server.address.signInLink == "\(server.address.url)signin?code=\(server.code)")
        }
    }

    @Test(
        "By an encrypted address the cookie is Secure and has the name that no other host can set; elsewhere it is neither"
    )
    func secureCookie() async throws {
        try await run { server in
            for (host, isSecure) in [("photos.example", true), ("photos.example:443", true), ("nas:8080", false)] {
                let code = try #require(try await server.newCode())
                let answer = try await server.stranger.enter(["code": code], headers: ["Host": host])
                let cookie = try #require(answer["set-cookie"])
                #expect(cookie.hasPrefix("__Host-picker_443=") == isSecure, "\(cookie)")
                #expect(cookie.contains("; Secure") == isSecure && cookie.contains("Path=/"), "\(cookie)")
                let client = try server.stranger.signedIn(by: answer)
                #expect(try await client.get("/picker/v1/session", headers: ["Host": host]).status == 200)
                let elsewhere = isSecure ? "nas:8080" : "photos.example"
                #expect(try await client.get("/picker/v1/session", headers: ["Host": elsewhere]).status == 401)
            }
        }
    }

    @Test(
        "Other hosts and ports are misdirected",
        arguments: [
            "photos.example:80", "photos.example:8443", "nas", "nas:80", "photos.example.evil.example", "example",
        ])
    func otherHosts(host: String) async throws {
        try await run { server in
            let answer = try await server.owner.get("/picker/v1/session", headers: ["Host": host])
            try answer.expectError(421, "INVALID_ARGUMENT", saying: "host name")
        }
    }

    @Test("The Origin of a request is that of the address that it came by, with its scheme")
    func origins() async throws {
        try await run { server in
            let answer = try await server.stranger.enter(
                ["code": try #require(try await server.newCode())], headers: ["Host": "photos.example"])
            let client = try server.stranger.signedIn(by: answer)
            for (origin, status) in [
                ("https://photos.example", 200), ("http://photos.example", 403), ("http://nas:8080", 403),
                ("https://photos.example:443", 403), ("null", 403),
            ] {
                let fields = ["Host": "photos.example", "Origin": origin]
                #expect(try await client.get("/picker/v1/session", headers: fields).status == status, "\(origin)")
            }
        }
    }

    @Test("A proxy that does not pass the browser's Host on is told so")
    func hostOfProxy() async throws {
        try await run { server in
            let answer = try await server.owner.post(
                "/picker/v1/session/cancel", headers: ["Origin": "https://photos.example"])
            try answer.expectError(403, "PERMISSION_DENIED", saying: "Host")
        }
    }

    @Test("What a proxy or a stranger adds about itself is not believed")
    func forwarded() async throws {
        try await run { server in
            let fields = [
                "X-Forwarded-Host": "photos.example", "X-Forwarded-Proto": "https",
                "Forwarded": "host=photos.example;proto=https",
                "X-Forwarded-For": "127.0.0.1",
            ]
            let misdirected = try await server.owner.get("/", headers: fields.merging(["Host": "evil.example"]) { $1 })
            #expect(misdirected.status == 421)
            let code = try #require(try await server.newCode())
            let cookie = try await server.stranger.enter(["code": code], headers: fields)["set-cookie"] ?? "Secure"
            #expect(!cookie.contains("Secure"))
        }
    }
}
