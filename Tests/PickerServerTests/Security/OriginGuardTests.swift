import Hummingbird
import PhotoFixtures
import PickingSessions
import TestSupport
import Testing

@testable import PickerServer

@Suite("The host name in a Host header")
struct HostNameTests {
    @Test(
        "is what is before the port, in lower case",
        arguments: [
            ("localhost:8420", "localhost"), ("LocalHost", "localhost"), ("127.0.0.1:1", "127.0.0.1"),
            ("[::1]:8420", "::1"), ("[::1]", "::1"), ("[0:0::1]:80", "::1"), ("localhost:", "localhost"), ("", nil),
            ("[::1].evil.example", nil),
            ("127.0.0.1:evil", nil), ("a b", nil), ("a_b.c~d-e:65535", "a_b.c~d-e"), ("localhost:65536", nil),
            ("localhost:+1", nil), ("localhost:80:80", nil), (":80", nil), ("[]", nil), ("[::g]", nil),
            ("[::1]:", "::1"), ("[::1", nil), ("b\u{FC}cher", nil),
        ])
    func name(authority: String, name: String?) {
        #expect(OriginGuard<BasicRequestContext>.hostName(of: authority) == name)
    }
}

@Suite("Requests that another site made a browser send")
struct ForeignRequestTests {
    let photos: FixtureFolder

    init() throws { photos = try FixtureFolder() }

    @Test("a Host that is not ours is misdirected, signed in or not, and does not sign in")
    func foreignHost() async throws {
        try await TestServer.run(photos) { server in
            for host in ["evil.example", "evil.example:\(server.owner.port)", "127.0.0.1.evil.example", "169.254.1.1"] {
                for target in ["/", "/picker/v1/session", "/page/app.js", server.signInTarget] {
                    let answer = try await server.owner.get(target, headers: ["Host": host])
                    try answer.expectError(421, "INVALID_ARGUMENT", saying: "host name")
                    #expect(answer["set-cookie"] == nil)
                }
            }
        }
    }

    @Test(
        "a Host that is no host and port, and none at all, is a bad request, whatever it begins with",
        arguments: [
            "[::1].evil.example", "[::1].evil.example:80", "[::1", "[::1]evil", "[]", "127.0.0.1:evil",
            "127.0.0.1:80:80",
            "127.0.0.1:65536", "me@127.0.0.1", "127.0.0.1/evil.example", "127.0.0.1, evil.example", "127.0.0.1:-1", "",
        ])
    func malformedHost(host: String) async throws {
        try await TestServer.run(photos) { server in
            let answer = try await server.owner.get("/picker/v1/session", headers: ["Host": host])
            try answer.expectError(400, "INVALID_ARGUMENT", saying: "Host")
        }
    }

    @Test("the host in an address as for a proxy counts instead of the Host field")
    func wholeAddress() async throws {
        try await TestServer.run(photos) { server in
            let (path, own) = ("/picker/v1/session", "127.0.0.1:\(server.owner.port)")
            let foreign = try await server.owner.get("http://evil.example\(path)", headers: ["Host": own])
            try foreign.expectError(421, "INVALID_ARGUMENT", saying: "host name")
            let malformed = try await server.owner.get("http://me@\(own)\(path)", headers: ["Host": own])
            try malformed.expectError(400, "INVALID_ARGUMENT", saying: "Host")
            let ours = try await server.owner.get("http://\(own)\(path)", headers: ["Host": "evil.example"])
            #expect(ours.status == 200)
        }
    }

    @Test("two Host fields are a bad request, also when both are ours, in whichever order")
    func twoHosts() async throws {
        try await TestServer.run(photos) { server in
            let own = "127.0.0.1:\(server.owner.port)"
            for (first, second) in [(own, "evil.example"), ("evil.example", own), (own, own)] {
                // Names of fields are the same in any case, but not to a dictionary.
                let answer = try await server.owner.get(
                    "/picker/v1/session", headers: ["Host": first, "host": second])
                try answer.expectError(400, "INVALID_ARGUMENT", saying: "Host")
            }
        }
    }

    @Test("the names of this machine are ours", arguments: ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
    func ownHost(name: String) async throws {
        try await TestServer.run(photos) { server in
            let host = "\(name):\(server.owner.port)"
            let answer = try await server.owner.get("/picker/v1/session", headers: ["Host": host])
            #expect(answer.status == 200)
        }
    }

    @Test("a foreign Origin is refused, for reading and for writing")
    func foreignOrigin() async throws {
        try await TestServer.run(photos) { server in
            let foreign = [
                "http://evil.example", "null", "http://127.0.0.1:1",
                "http://127.0.0.1:\(server.owner.port).evil.example",
            ]
            for origin in foreign {
                let read = try await server.owner.get("/picker/v1/session", headers: ["Origin": origin])
                try read.expectError(403, "PERMISSION_DENIED", saying: "other sites")
                let write = try await server.owner.post("/picker/v1/session/cancel", headers: ["Origin": origin])
                try write.expectError(403, "PERMISSION_DENIED", saying: "other sites")
            }
            let own = "http://127.0.0.1:\(server.owner.port)"
            let answer = try await server.owner.get("/picker/v1/session", headers: ["Origin": own])
            #expect(answer.status == 200)
        }
    }

    @Test("writing without the header of the page is refused")
    func missingHeader() async throws {
        try await TestServer.run(photos, purpose: .pick(.unrestricted)) { server in
            for target in ["session/cancel", "session/done"] {
                let answer = try await server.owner.post("/picker/v1/" + target, headers: ["X-Picker": ""])
                try answer.expectError(403, "PERMISSION_DENIED", saying: "X-Picker")
            }
            #expect(server.server.coordinator.isPending)
        }
    }
}
