import Foundation
import Platform
import TestSupport

/// The server of Tests/ImmichServer, which stands in for Immich; it ends with this object.
final class ImmichServer: Sendable {
    static let isAvailable = PackagePaths.executable("python3") != nil
    static let email = "admin@example.com"
    static let password = "immich-password"

    private static let asking = """
        import sys, urllib.request as web
        question = web.Request(sys.argv[1], sys.argv[2].encode(), {"Content-Type": "application/json"})
        print(web.urlopen(question).read().decode())
        """

    let key: String
    private let url: String
    private let process: RunningSubprocess
    private let isEnded = Mutex(false)

    init(_ arguments: String...) async throws {
        let running = try RunningSubprocess(
            PackagePaths.root + "/Tests/ImmichServer/serve", arguments + ["--outlive-parent"])
        process = running
        let line = try await until("the server that stands in for Immich says where it is") {
            running.outputSoFar.last == UInt8(ascii: "\n") ? running.outputSoFar : nil
        }
        let document = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        (url, key) = (document?["url"] as? String ?? "", document?["api_key"] as? String ?? "")
    }

    deinit { end() }

    /// An address that the backend takes.
    var location: String { "immich+" + url }

    /// No one listens at its port any more.
    func end() {
        let wasEnded = isEnded.withLock { isEnded in
            defer { isEnded = true }
            return isEnded
        }
        guard !wasEnded else { return }
        process.signal(SIGKILL)
        _ = process.wait()
    }

    /// Asks the part of the server that tests have for themselves.
    @discardableResult
    func control(_ endpoint: String, _ body: [String: Any]) async throws -> [String: Any] {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        let address = "\(url)/_test\(endpoint)"
        let answer = try await onThread {
            try Subprocess.run("python3", ["-c", Self.asking, address, text], timeout: 60)
        }
        return (try? JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]) ?? [:]
    }
}
