import Glibc
import Platform
import Testing

@Suite("Starting a process")
struct ProcessLaunchTests {
    /// Runs a shell, and gives what it printed and how it ended.
    private static func shell(
        _ script: String, _ change: (inout ProcessLaunch) -> Void = { _ in }
    ) throws -> (output: String, end: Termination) {
        var pipe = try Pipe()
        var launch = ProcessLaunch(executable: "/bin/sh", arguments: ["-c", script])
        guard let writing = pipe.writing else { throw SystemError.brokenPipe }
        launch.descriptors = [1: writing, 2: .standardError]
        change(&launch)
        let child = try launch.start()
        pipe.closeWriting()
        var bytes: [UInt8] = []
        while case let read = try pipe.reading.borrowed.read(count: 4096), !read.isEmpty { bytes += read }
        return (String(decoding: bytes, as: UTF8.self), child.wait())
    }

    @Test(
        "A started process inherits no descriptor that it was not given, however many are open and not closed on exec")
    func inheritance() throws {
        let file = try OwnedDescriptor.open("/dev/null")
        // Not closed on exec, as those that C libraries open.
        let numbers = (0..<64).map { _ in fcntl(file.borrowed.number, F_DUPFD, 8) }
        #expect(numbers.allSatisfy { $0 >= 8 })
        defer { for number in numbers { close(number) } }
        // `ls` has one of its own, for the folder that it lists.
        let found = try Self.shell("exec ls /proc/self/fd") { $0.descriptors[7] = file.borrowed }
        #expect(found.output.split(separator: "\n").sorted() == ["0", "1", "2", "3", "7"])
    }

    @Test("Descriptors that change places arrive where they were sent to")
    func circle() throws {
        let folder = try ScratchFolder(prefix: "platform-tests")
        let first = try OwnedDescriptor.open("\(folder.path)/first", [.write, .create])
        let second = try OwnedDescriptor.open("\(folder.path)/second", [.write, .create])
        let (low, high) = (first.borrowed, second.borrowed)
        let script = "echo to-high >&\(low.number); echo to-low >&\(high.number)"
        let end = try Self.shell("exec /bin/bash -c '\(script)'") {
            $0.descriptors[low.number] = high
            $0.descriptors[high.number] = low
        }.end
        #expect(end == .exit(0))
        let written = try OwnedDescriptor.open("\(folder.path)/second")
        #expect(try written.borrowed.read(count: 100) == Array("to-high\n".utf8))
    }

    @Test("A standard stream that a process was not given leads to /dev/null")
    func standardStreams() throws {
        let found = try Self.shell("readlink /proc/self/fd/0; readlink /proc/self/fd/2") { $0.descriptors[2] = nil }
        #expect(found.output == "/dev/null\n/dev/null\n")
    }

    @Test("A process that ends by itself reports its exit code, and one that a signal ended reports the signal's name")
    func termination() throws {
        #expect(try Self.shell("exit 3").end == .exit(3))
        let killed = try Self.shell("kill -9 $$").end
        #expect(killed == .signal(.kill))
        #expect("\(killed)" == "signal 9 (Killed)")
    }

    @Test("A started process finds what every program needs of its parent's environment, and none of its secrets")
    func secrets() throws {
        for name in ["PATH", "LC_ALL", "ASAN_OPTIONS"] { #expect(Environment.Inheritance.listed.contains(name)) }
        for name in ["SSH_AUTH_SOCK", "AWS_SECRET_ACCESS_KEY", "LD_PRELOAD", "PICKER_BACKEND_PATH", "XPATH"] {
            #expect(!Environment.Inheritance.listed.contains(name))
        }
        let names = try Self.shell("exec env").output.split(separator: "\n").map { $0.prefix { $0 != "=" } }
        // A shell makes some itself.
        let foreign = Set(names.map(String.init).filter { !Environment.Inheritance.listed.contains($0) })
        #expect(foreign.isSubset(of: ["PWD", "OLDPWD", "SHLVL", "_"]), "\(foreign)")
    }

    @Test("A process finds the environment of its parent with the changes, and runs in a group of its own")
    func environment() throws {
        let found = try Self.shell("echo $PLATFORM_TEST-$HOME-; cut -d' ' -f5 /proc/$$/stat; echo $$") {
            $0.environmentChanges = ["PLATFORM_TEST": "new", "HOME": nil]
            $0.hasOwnGroup = true
        }
        let lines = found.output.split(separator: "\n")
        #expect(lines.first == "new--")
        #expect(lines.count == 3 && lines[1] == lines[2])
    }

    @Test("A process that does not inherit the environment finds the variables that it was given and no others")
    func ownEnvironment() throws {
        var pipe = try Pipe()
        var launch = ProcessLaunch(executable: "/usr/bin/env")
        launch.inheritedEnvironment = .none
        launch.environmentChanges = ["ONLY": "this"]
        launch.descriptors[1] = pipe.writing
        let child = try launch.start()
        pipe.closeWriting()
        #expect(try pipe.reading.borrowed.read(count: 4096) == Array("ONLY=this\n".utf8))
        #expect(child.wait() == .exit(0))
    }

    @Test("A program is found in the folders of PATH when that is asked for, and reported missing otherwise")
    func searching() throws {
        var launch = ProcessLaunch(executable: "true")
        #expect(throws: SystemError.notFound) { try launch.start() }
        launch.searchesPath = true
        #expect(try launch.start().wait() == .exit(0))
    }

    @Test("A signal that the parent ignores ends the started process")
    func signals() throws {
        Signal.brokenPipe.ignore()
        #expect(try Self.shell("kill -PIPE $$; exit 1").end == .signal(.brokenPipe))
    }

    @Test("A process that runs has no end yet, and its end is seen before it is waited for")
    func ending() throws {
        let child = try ProcessLaunch(executable: "/bin/sleep", arguments: ["60"]).start()
        #expect(child.endIfAny() == nil && !child.hasEnded)
        child.send(.terminate)
        let deadline = MonotonicTime.now + 10_000_000_000
        while !child.hasEnded, MonotonicTime.now < deadline { pause(milliseconds: 1) }
        #expect(child.hasEnded)
        #expect(child.endIfAny() == .signal(.terminate))
    }
}
