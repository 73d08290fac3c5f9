import Foundation
import TestSupport
import Testing

/// The program under test, found beside the test bundle, with a home of its own.
struct PickerProgram: Sendable {
    static let path = PackagePaths.buildFolder + "/picker"
    static let plugin = PackagePaths.buildFolder + "/libLegacyGroupBackend.so"

    /// Its home, its settings and its data.
    let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        chmod(home.path, 0o755)
        // Some tests run the program as another user, who keeps an index, too.
        mkdir(home.path("data"), 0o777)
        chmod(home.path("data"), 0o777)
    }

    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
            "XDG_CONFIG_HOME": home.path("config"), "XDG_DATA_HOME": home.path("data"), "LC_ALL": "C.UTF-8",
        ]
    }

    /// Runs it to its end.
    func callAsFunction(_ arguments: String...) async throws -> Subprocess.Result {
        try await run(Self.path, arguments)
    }

    /// Runs a shell script in which `$picker` is the program and `$1`, `$2`, … the arguments.
    func shell(_ script: String, _ arguments: String...) async throws -> Subprocess.Result {
        try await run("/bin/sh", ["-c", script, "sh"] + arguments)
    }

    /// Runs any program in the same environment.
    func run(_ command: String, _ arguments: [String]) async throws -> Subprocess.Result {
        try await Gate.shared.pass { try await end(of: command, arguments) }
    }

    /// Runs it to its end beside others: a command that does little but wait would hold up those.
    func waiting(_ arguments: String...) async throws -> Subprocess.Result { try await end(of: Self.path, arguments) }

    private func end(of command: String, _ arguments: [String]) async throws -> Subprocess.Result {
        let environment = environment.merging(["picker": Self.path]) { $1 }
        return try await onThread { try Subprocess.run(command, arguments, environment: environment, timeout: 240) }
    }

    /// Starts it, for tests that do something while it runs.
    func start(_ arguments: String...) throws -> RunningSubprocess {
        try RunningSubprocess(Self.path, arguments, environment: environment)
    }
}

/// Lets a few programs run at once: more would only wait for each other, and deadlines would pass.
private actor Gate {
    static let shared = Gate(width: ProcessInfo.processInfo.activeProcessorCount + 1)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    nonisolated func pass<Output: Sendable>(_ body: () async throws -> Output) async throws -> Output {
        await enter()
        do {
            let output = try await body()
            await leave()
            return output
        } catch {
            await leave()
            throw error
        }
    }

    private func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
