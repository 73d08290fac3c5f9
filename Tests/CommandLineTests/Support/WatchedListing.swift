import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// `picker watch --json`, running, and the listing that a reader of its lines has.
final class WatchedListing: Sendable {
    private let process: RunningSubprocess

    init(_ picker: PickerProgram, _ photos: FixtureFolder, _ arguments: String..., listing: Bool = true) throws {
        process = try RunningSubprocess(
            PickerProgram.path,
            ["watch", "--json", "--library", photos.path] + (listing ? ["--listing"] : []) + arguments,
            environment: picker.environment)
    }

    /// Whole lines so far.
    private var lines: [ArraySlice<UInt8>] {
        let output = process.outputSoFar
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return output[..<end].split(separator: UInt8(ascii: "\n"))
    }

    var lineCount: Int { lines.count }

    func wait(forLines count: Int) async throws {
        _ = try await until("it prints \(count) lines") { self.lineCount >= count ? true : nil }
    }

    /// Waits until standard error says so.
    func waitForErrors(_ text: String) async throws {
        _ = try await until("it says \(text)") { self.process.errorsSoFar.contains(text) ? true : nil }
    }

    /// The processes that it started and that run.
    var workers: [Int32] {
        let file = "/proc/\(process.processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: file)) ?? []
        let children = threads.flatMap { thread in
            let list = FileManager.default.contents(atPath: "\(file)/\(thread)/children") ?? Data()
            return String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
        }
        return children.filter { child in
            let line = FileManager.default.contents(atPath: "/proc/\(child)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains("\0worker\0")
        }
    }

    /// Waits until the listing is as wanted.
    func wait(_ what: String, _ isWanted: @escaping @Sendable ([ListedAsset]) -> Bool) async throws {
        _ = try await until(what) { isWanted(try self.listing()) ? true : nil }
    }

    /// The listing of the first line with all that follows applied to it, as the help of `picker watch` says.
    private func listing() throws -> [ListedAsset] {
        var list: [ListedAsset] = []
        for line in lines {
            let event = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            if event["event"] as? String == "change" {
                try Self.apply(event, to: &list)
            } else {
                list = try #require(event["assets"] as? [[String: Any]]).map(ListedAsset.init)
            }
            #expect(event["count"] as? Int == list.count)
        }
        return list
    }

    private static func apply(_ event: [String: Any], to list: inout [ListedAsset]) throws {
        let old = list
        let moved = try #require(event["moved"] as? [[String: Int]])
        let removed = try #require(event["removed"] as? [Int])
        for index in (removed + moved.compactMap { $0["from"] }).sorted(by: >) { list.remove(at: index) }
        var arrivals = try placed(event["inserted"])
        for move in moved { arrivals.append((try #require(move["to"]), old[try #require(move["from"])])) }
        for (index, asset) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            try #require(index <= list.count)
            list.insert(asset, at: index)
        }
        for (index, asset) in try placed(event["changed"]) { list[index] = asset }
    }

    private static func placed(_ entries: Any?) throws -> [(Int, ListedAsset)] {
        try #require(entries as? [[String: Any]]).map { entry in
            var asset = entry
            let index = try #require(asset.removeValue(forKey: "index") as? Int)
            return (index, try ListedAsset(asset))
        }
    }

    /// Ctrl-C.
    func interrupt() async throws -> Subprocess.Result {
        process.signal(SIGINT)
        return try await end()
    }

    func end() async throws -> Subprocess.Result {
        try await onThread { [process] in process.wait() }
    }
}

/// All that is printed of an asset.
struct ListedAsset: Hashable, Sendable {
    let relativePath: String
    private let json: String

    init(_ object: [String: Any]) throws {
        relativePath = try #require(object["relativePath"] as? String)
        json = String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }
}
