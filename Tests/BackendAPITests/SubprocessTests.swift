import Foundation
import TestSupport
import Testing

@Suite("A subprocess") struct SubprocessTests {
    @Test("gives its status and both outputs")
    func outputs() throws {
        let result = try Subprocess.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
        #expect(result.ending == .exited(3))
        #expect(result.output == "out\n")
        #expect(result.errors == "err\n")
    }

    @Test("may write more than a pipe holds to both outputs")
    func largeOutputs() throws {
        let result = try Subprocess.run("sh", ["-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"])
        #expect(result.standardOutput.count == 1_000_000)
        #expect(result.standardError.count == 1_000_000)
    }

    @Test("has the environment and the folder that it was given, and an empty input")
    func surroundings() throws {
        let folder = try TemporaryFolder()
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        let result = try Subprocess.run(
            "sh", ["-c", "cat; pwd; echo $ONE ${HOME-none}"], environment: ["PATH": path, "ONE": "1"], in: folder.path)
        #expect(result.output == "\(folder.path)\n1 none\n")
    }

    @Test("is killed with its children when its time is over")
    func timeout() throws {
        let result = try Subprocess.run("sh", ["-c", "sleep 1000 & wait"], timeout: 0.1)
        #expect(result.ending == .timedOut)
    }

    @Test("reports the signal that ended it")
    func signals() throws {
        let running = try RunningSubprocess("sleep", ["1000"])
        running.signal(SIGINT)
        #expect(running.wait().ending == .signalled(SIGINT))
        #expect(try Subprocess.run("sh", ["-c", "kill -SEGV $$"]).ending == .signalled(SIGSEGV))
    }

    @Test("that does not exist is an error with its name")
    func missing() {
        let error = #expect(throws: Subprocess.NotStarted.self) { try Subprocess.run("no-such-command") }
        #expect(error?.description == "no-such-command: No such file or directory")
    }

    @Test("leaves nothing behind in a temporary folder")
    func temporaryFolder() throws {
        var folder: TemporaryFolder? = try TemporaryFolder()
        let path = try #require(try folder?.write("text", to: "file"))
        #expect(FileManager.default.fileExists(atPath: path))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
