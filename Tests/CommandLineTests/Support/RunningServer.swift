import Foundation
import TestSupport
import Testing

/// `picker serve` or `picker pick`, running, with a browser signed in.
struct RunningServer: Sendable {
    let process: RunningSubprocess
    let port: UInt16
    /// Of the link that was printed; used up.
    let code: String
    /// Has the cookie.
    let client: HTTPClient

    /// - Parameters:
    ///   - ulimit: options of the shell's `ulimit` that it is started under.
    ///   - changes: variables of its environment besides those that all have.
    init(
        _ picker: PickerProgram, _ arguments: [String], ulimit: String? = nil,
        environment changes: [String: String] = [:]
    ) async throws {
        let environment = picker.environment.merging(changes) { $1 }
        if let ulimit {
            let words = ["-c", "ulimit \(ulimit) && exec \"$0\" \"$@\"", PickerProgram.path] + arguments
            process = try RunningSubprocess("/bin/sh", words, environment: environment)
        } else {
            process = try RunningSubprocess(PickerProgram.path, arguments, environment: environment)
        }
        let running = process
        let link = try await until("\(arguments[0]) prints its link") {
            let pattern = /http:\/\/127\.0\.0\.1:([0-9]+)\/signin\?code=([A-Za-z0-9_-]+)\n/
            return running.errorsSoFar.firstMatch(of: pattern).map { (port: String($0.1), code: String($0.2)) }
        }
        port = try #require(UInt16(link.port))
        code = link.code
        let stranger = HTTPClient(port: port)
        client = try stranger.signedIn(by: try await stranger.trade(code: code))
    }

    /// Sends a signal, or none, and waits for the end.
    func end(_ signal: Int32? = nil) async throws -> Subprocess.Result {
        if let signal { kill(process.processIdentifier, signal) }
        let running = process
        return try await onThread { running.wait() }
    }

    func json(_ target: String) async throws -> [String: Any] {
        let answer = try await client.get(target)
        #expect(answer.status == 200, "\(target): \(answer.text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    /// Identifiers of the assets in the camera roll by their paths, when all are read.
    func assets() async throws -> [String: String] {
        let end = ContinuousClock.now + .seconds(240)
        while (try await json("/picker/v1/session")["index"] as? [String: Any])?["state"] as? String == "reading" {
            try #require(ContinuousClock.now < end, "the photos are not read in time")
            try await Task.sleep(for: .milliseconds(5))
        }
        let cameraRoll = try #require(try await json("/picker/v1/collections")["cameraRoll"] as? String)
        let page = try await json("/picker/v1/collections/\(cameraRoll)/assets")
        let assets = try #require(page["assets"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: assets.compactMap { asset in
                guard let path = asset["relativePath"] as? String, let identifier = asset["localIdentifier"] as? String
                else { return nil }
                return (path, identifier)
            })
    }
}

extension RunningServer {
    /// Small images of all assets, in the order of their names.
    func images() async throws -> [[UInt8]] {
        var images: [[UInt8]] = []
        for (_, identifier) in try await assets().sorted(by: { $0.key < $1.key }) {
            let answer = try await client.get("/picker/v1/assets/\(identifier)/image?w=64&h=64")
            #expect(answer.status == 200)
            images.append(answer.body)
        }
        return images
    }
}
