import BackendKit
import Foundation
import PhotoModel
import Platform
import Testing

import enum TestSupport.PackagePaths
import class TestSupport.TemporaryFolder

@testable import ImmichServing

@Suite("Faults of an Immich server and of the network", .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct FaultTests {
    private func error(_ body: () throws(PhotoError) -> Void) -> PhotoError? {
        do throws(PhotoError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("A copy that a cache on the way kept since long ago does not set back what is known of the server's clock")
    func cached() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open()
        let asset = try #require(try library.assets().last)
        try server.fault(
            "headers",
            [
                "path": .text("/api/assets/"),
                "set": JSON(["Age": .text("259200"), "Date": .text("Sun, 06 Nov 1994 08:49:37 GMT")]),
            ])
        _ = try library.details(of: asset.localIdentifier, call: BackendCall())
        #expect(library.server.now.milliseconds > WallTime.now / 1_000_000 - 60_000)
        #expect(try library.assets().contains { $0.localIdentifier == asset.localIdentifier })
    }

    @Test("An error of the server is what it is, with a sentence that says what to do and no secret in it")
    func statuses() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open()
        let key = try #require(server.settings["api-key"])
        let cases: [(status: Double, message: String, expected: PhotoStatus, said: String)] = [
            (401, "Invalid API key \(key)", .signInRequired, "API Keys"),
            (403, "Missing required permission: asset.read", .accessDenied, "permission asset.read"),
            (404, "gone", .notFound, ""), (400, "Not found or no asset.read access", .notFound, ""),
            (413, "too large \(key)", .tooLarge, ""), (500, "broken \(key)", .busy, "broken"), (502, "", .busy, ""),
            (507, "full", .noSpace, ""), (400, "surprise", .internal, "surprise"),
        ]
        for each in cases {
            try server.fault(
                "status",
                ["path": .text("/api/search"), "status": .number(each.status), "message": .text(each.message)])
            let found = error { () throws(PhotoError) in _ = try library.assets() }
            #expect(found?.status == each.expected, "\(each.status) \(each.message)")
            #expect(each.said.isEmpty || found?.message.contains(each.said) == true, "\(found?.message ?? "")")
            #expect(found?.message.contains(key) == false)
            try server.repair()
        }
    }

    @Test("A server that wants a pause gets one, whatever our clock shows")
    func pauses() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open()
        try server.fault(
            "status",
            ["path": .text("/api/search"), "status": .number(503), "headers": JSON(["Retry-After": .text("7")])])
        #expect(error { () throws(PhotoError) in _ = try library.assets() }?.retryAfter == .seconds(7))
        try server.repair()
        let date = "Wed, 21 Oct 2015 07:28:05 GMT"
        try server.fault(
            "status",
            [
                "status": .number(429),
                "headers": JSON(["Retry-After": .text(date), "Date": .text("Wed, 21 Oct 2015 07:28:00 GMT")]),
            ])
        let limited = error { () throws(PhotoError) in _ = try library.assets() }
        #expect(limited?.status == .rateLimited && limited?.retryAfter == .seconds(5))
        try server.repair()
        try server.forgetRequests()
        #expect(error { () throws(PhotoError) in _ = try library.assets() }?.status == .rateLimited)
        #expect(try server.requests() == [])
    }

    @Test("Bodies that are cut, endless, huge, deep or no JSON are errors, and take neither time nor memory")
    func bodies() throws {
        let server = try FakeImmich(["--synthetic", "20"])
        let library = try server.open()
        let cases: [(kind: String, options: KeyValuePairs<String, JSON?>, expected: PhotoStatus)] = [
            ("close", ["afterBytes": .number(100)], .stopped), ("reset", ["afterBytes": .number(100)], .stopped),
            ("endless", [:], .tooLarge), ("announce", ["bytes": .number(10_000_000_000)], .tooLarge),
            ("inflate", ["bytes": .number(1_073_741_824)], .tooLarge),
            ("deep-json", ["depth": .number(100_000)], .unsupported),
            ("cut-json", [:], .unsupported),
            ("redirect", ["to": .text("itself"), "status": .number(302)], .unsupported),
            ("body", ["text": .text("<html>"), "contentType": .text("text/html")], .unsupported),
        ]
        for (kind, options, expected) in cases {
            try server.fault(kind, options)
            let found = error { () throws(PhotoError) in _ = try library.assets() }
            #expect(found?.status == expected, "\(kind): \(found?.message ?? "no error")")
            try server.repair()
        }
        for kind in ["wrong-types", "missing-keys", "hostile-names"] {
            try server.fault(kind)
            for asset in (try? library.assets()) ?? [] {
                #expect(
                    !asset.filename.isEmpty && !asset.filename.contains("/") && !asset.filename.contains("\0"),
                    "\(kind)")
            }
            try server.repair()
        }
        #expect(try library.assets().isEmpty == false)
    }

    @Test("A redirect to another host is not followed, and nothing is sent there")
    func redirects() throws {
        let other = try FakeImmich(["--synthetic", "5"])
        let server = try FakeImmich(["--synthetic", "5"])
        let library = try server.open()
        try other.forgetRequests()
        let place = other.location.dropFirst("immich+".count) + "/api/albums"
        try server.fault("redirect", ["to": .text(String(place))])
        let found = error { () throws(PhotoError) in _ = try library.assets() }
        #expect(found?.status == .accessDenied)
        #expect(
            error { () throws(PhotoError) in _ = try library.details(of: "aAAAAAAAAAAAAAAAAAAAAAA", call: BackendCall())
            }?.status == .accessDenied)
        #expect(try other.requests() == [])
    }

    @Test("A call that is not wanted any more ends within 100 ms, whatever the server does")
    func cancellation() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        let library = try server.open()
        for (kind, options) in [
            ("hang", [:]), ("hang", ["afterBytes": .number(5)]), ("trickle", ["everyMs": .number(1_000)]),
        ] as [(String, KeyValuePairs<String, JSON?>)] {
            try server.fault(kind, options)
            let start = MonotonicTime.now
            let call = BackendCall(endingAt: start + 300_000_000)
            let found = error { () throws(PhotoError) in
                _ = try library.fetch(.all, options: FetchOptions(), call: call).count(call: call)
            }
            let late = (MonotonicTime.now - start) / 1_000_000
            #expect(found?.status == .closed, "\(kind): \(found?.message ?? "no error")")
            #expect((300..<450).contains(late), "\(kind) took \(late) ms of which 300 were wanted")
            try server.repair()
        }
    }

    @Test("A server that is away is offline, and what was seen of albums stays")
    func offline() throws {
        let server = try FakeImmich(["--synthetic", "50"])
        let library = try server.open()
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        let assets = try fetch.assets()
        _ = try library.entries(BackendCall())
        library.shelves.outdate()
        try server.control("POST", "/refuse", JSON(["ms": .number(3_000)]))
        pause(milliseconds: 300)
        #expect(error { () throws(PhotoError) in _ = try library.assets() }?.status == .offline)
        #expect(try fetch.assets() == assets)
        #expect(try !library.entries(BackendCall()).isEmpty)
        let closed = "immich+http://127.0.0.1:1"
        #expect(error { () throws(PhotoError) in _ = try server.open(at: closed) }?.status == .offline)
        #expect(
            error { () throws(PhotoError) in _ = try server.open(at: "immich+https://nowhere.invalid") }?.status
                == .offline)
    }

    @Test("What is no Immich server, or too old a one, is not opened, and the message says what was found")
    func otherServers() throws {
        let old = try FakeImmich(["--synthetic", "5", "--version", "1.120.2"])
        let found = error { () throws(PhotoError) in _ = try old.open() }
        #expect(found?.status == .unsupported)
        #expect(found?.message.contains("1.120.2") == true && found?.message.contains("1.134.0") == true)
        let server = try FakeImmich(["--synthetic", "5"])
        for body in ["<html>", "{}", "[]", "{\"major\":\"x\"}"] {
            try server.fault("body", ["text": .text(body)])
            #expect(error { () throws(PhotoError) in _ = try server.open() }?.status == .unsupported, "\(body)")
            try server.repair()
        }
    }

    @Test("A wrong key is said to be wrong, and a library without one needs a sign-in")
    func signingIn() throws {
        let server = try FakeImmich(["--synthetic", "5"])
        #expect(error { () throws(PhotoError) in _ = try server.open(["api-key": "wrong"]) }?.status == .signInRequired)
        #expect(error { () throws(PhotoError) in _ = try server.open(["api-key": ""]) }?.status == .signInRequired)
        #expect(error { () throws(PhotoError) in _ = try server.open(["insecure": "no"]) }?.status == .invalidArgument)
    }

    @Test(
        "A certificate that cannot be trusted is refused, and trusted when a file says so",
        .enabled(if: PackagePaths.executable("openssl") != nil, "needs openssl"))
    func certificates() throws {
        let openssl = try #require(PackagePaths.executable("openssl"))
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: openssl)
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("key"), "-out", folder.path("cert"),
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let server = try FakeImmich(["--synthetic", "5", "--tls", folder.path("cert"), folder.path("key")])
        let refused = error { () throws(PhotoError) in _ = try server.open(["insecure": "no"]) }
        #expect(refused?.status == .accessDenied && refused?.message.contains("certificate") == true)
        #expect(try server.open(["insecure": "no", "certificate": folder.path("cert")]).assets().isEmpty == false)
        #expect(error { () throws(PhotoError) in _ = try server.open(["certificate": folder.path("key")]) } != nil)
        let plain = try FakeImmich(["--synthetic", "5"])
        let other = String(plain.location.split(separator: "/").last ?? "")
        let mixed = error { () throws(PhotoError) in _ = try plain.open(at: "immich+https://" + other) }
        #expect(mixed?.status == .unsupported, "\(mixed?.message ?? "no error")")
    }
}
