import BackendKit
import Foundation
import HTTPClient
import PhotoModel
import Platform
import Testing

import enum TestSupport.PackagePaths
import class TestSupport.TemporaryFolder

@testable import ImmichServing

/// The server of Tests/ImmichServer, started for a test; it ends with this object or with the process.
final class FakeImmich: Sendable {
    static let isAvailable =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") || PackagePaths.executable("python3") != nil
    static let explanation: Comment = "needs python3 and its package venv, for the server that stands in for Immich"

    struct NotStarted: Error { let output: String }

    /// What it prints when it listens.
    let location: String
    let settings: [String: String]
    private let control: HTTPAddress
    private let process: ChildProcess
    private let input: Mutex<Platform.Pipe?>
    private let files: TemporaryFolder
    private let client = HTTPClient(.init(connections: 1, userAgent: "tests"))

    init(_ arguments: [String] = ["--synthetic", "1000"]) throws {
        files = try TemporaryFolder()
        let pipe = try Platform.Pipe()
        var launch = ProcessLaunch(
            executable: PackagePaths.root + "/Tests/ImmichServer/serve",
            arguments: arguments + ["--for-conformance", "--outlive-parent"])
        let output = try OwnedDescriptor.open(files.path("out"), [.write, .create, .truncate], permissions: 0o600)
        let errors = try OwnedDescriptor.open(files.path("err"), [.write, .create, .truncate], permissions: 0o600)
        launch.inheritedEnvironment = .all
        launch.descriptors = [0: pipe.reading.borrowed, 1: output.borrowed, 2: errors.borrowed]
        process = try launch.start()
        input = Mutex(pipe)
        let line = try Self.firstLine(files)
        let document = try JSONReader.read(Array(line.utf8))
        location = document["location"]?.text ?? ""
        settings = ["api-key": document["settings"]?["api-key"]?.text ?? "", "insecure": "yes"]
        control = try #require(HTTPAddress(document["control"]?.text ?? ""))
    }

    deinit { end() }

    /// No one listens at its port any more.
    func end() {
        guard input.withLock({ $0 != nil }) else { return }
        input.withLock { $0 = nil }
        process.send(.terminate)
        process.wait()
    }

    private static func firstLine(_ files: TemporaryFolder) throws -> String {
        for _ in 0..<3_000 {
            let text = (try? String(contentsOfFile: files.path("out"), encoding: .utf8)) ?? ""
            if let end = text.firstIndex(of: "\n") { return String(text[..<end]) }
            pause(milliseconds: 20)
        }
        throw NotStarted(output: (try? String(contentsOfFile: files.path("err"), encoding: .utf8)) ?? "")
    }

    /// A library of it.
    ///
    /// - Parameter keptRecords: how many records it keeps at least; nil for as many as usual.
    func open(
        _ changes: [String: String] = [:], at other: String? = nil, keptRecords: Int? = nil
    ) throws(PhotoError) -> ImmichLibrary {
        let request = OpenRequest(
            location: Array((other ?? location).utf8),
            settings: settings.merging(changes) { $1 }.filter { !$0.value.isEmpty })
        var settings = try LibrarySettings(request)
        settings.pollMilliseconds = 100
        if let keptRecords { settings.keptRecords = keptRecords }
        return try ImmichBackend(host: BackendHost()).openLibrary(settings, BackendCall())
    }

    /// Asks the part of the server that tests have for themselves.
    @discardableResult
    func control(_ method: String, _ endpoint: String, _ body: JSON? = nil) throws -> JSON {
        let address = HTTPAddress(origin: control.origin, target: control.target + endpoint)
        let request = HTTPRequest(
            method, address, headers: [("Content-Type", "application/json")],
            body: body.map { .bytes($0.bytes) } ?? .none,
            limit: 1 << 30)
        let response = try client.send(request, .never)
        try #require(response.status < 300, "\(String(decoding: response.bytes, as: UTF8.self))")
        return response.bytes.isEmpty ? .null : try JSONReader.read(response.bytes)
    }

    /// Breaks answers.
    func fault(_ kind: String, _ members: KeyValuePairs<String, JSON?> = [:]) throws {
        try control("POST", "/faults", JSON(["kind": .text(kind)]).adding(members))
    }

    func repair() throws { try control("DELETE", "/faults") }
    func forgetRequests() throws { try control("DELETE", "/log") }

    /// Methods and paths that were asked for since the log was emptied.
    func requests() throws -> [String] {
        try (control("GET", "/log")["requests"]?.elements ?? []).map {
            ($0["method"]?.text ?? "") + " " + ($0["path"]?.text ?? "")
        }
    }
}

extension ImmichLibrary {
    /// All assets of a fetch, in its order.
    func assets(_ scope: FetchScope = .all, _ options: FetchOptions = .init()) throws(PhotoError) -> [Asset] {
        try fetch(scope, options: options, call: BackendCall()).assets()
    }
}

extension ImmichFetch {
    func assets(_ offset: Int = 0, _ length: Int = .max) throws(PhotoError) -> [Asset] {
        var assets: [Asset] = []
        try window(offset: offset, length: length, call: BackendCall()) {
            assets.append($0)
            return .more
        }
        return assets
    }
}
