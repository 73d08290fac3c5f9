internal import ArgumentParser
internal import FoundationEssentials
internal import PhotoModel
internal import PickerCommands
internal import PickerServer

/// Which running server a command is for.
struct ServerSelection: ParsableArguments {
    @Option(help: ArgumentHelp("The process of the server; needed when several run.", valueName: "process"))
    var pid: Int32?

    /// Makes a request of the server.
    ///
    /// - Parameter patience: how long to wait for the answer.
    /// - Returns: the body of the answer.
    /// - Throws: `CommandFailure` if no server runs, if several run and none was chosen, or if the server refused.
    func request(_ method: String, _ path: String, patience: Duration = .seconds(10)) async throws -> [UInt8] {
        guard let folder = ControlFolder.standard else {
            throw CommandFailure(.unavailable, "there is no folder for sockets: HOME is no absolute path")
        }
        let (server, answer) = try await first(method, path, patience, in: folder)
        guard answer.status == 200 else {
            let reason = (try? JSONDecoder().decode(Refusal.self, from: Data(answer.body)))?.error.message
            throw CommandFailure(
                .unavailable, "the server of process \(server): \(reason ?? "it answered \(answer.status)")")
        }
        return answer.body
    }

    private struct Refusal: Decodable {
        struct Reason: Decodable { let message: String }
        let error: Reason
    }

    private func first(
        _ method: String, _ path: String, _ patience: Duration, in folder: ControlFolder
    ) async throws -> (server: Int32, answer: ControlClient.Answer) {
        let running = try await runningServers(folder)
        if running.count > 1 {
            let list = running.map(String.init).joined(separator: ", ")
            throw CommandFailure(.usage, "several servers run, in the processes \(list): choose one with --pid")
        }
        guard let server = running.first,
            let answer = try await ControlClient(server: server, in: folder).request(method, path, patience: patience)
        else {
            let which = pid.map { "no server runs in process \($0)" } ?? "no server runs"
            throw CommandFailure(.unavailable, "\(which) that has a socket in \(folder.path)")
        }
        return (server, answer)
    }

    /// The running servers among those that may be meant.
    private func runningServers(_ folder: ControlFolder) async throws -> [Int32] {
        let meant = folder.servers.filter { pid == nil || pid == $0 }
        // A single one need not be asked whether it runs: the request itself shows that.
        guard meant.count > 1 else { return meant }
        return try await withThrowingTaskGroup(of: Int32?.self) { group in
            for server in meant {
                group.addTask { try await Self.runs(server, folder) ? server : nil }
            }
            return try await group.reduce(into: []) { if let server = $1 { $0.append(server) } }.sorted()
        }
    }

    private static func runs(_ server: Int32, _ folder: ControlFolder) async throws(PhotoError) -> Bool {
        do throws(PhotoError) {
            return try await ControlClient(server: server, in: folder).request("GET", "/status") != nil
        } catch {
            // A server that is too busy to answer runs all the same.
            guard error.status == .busy else { throw error }
            return true
        }
    }
}
