internal import FoundationEssentials
internal import Platform

/// Where the kit's libraries are for a backend whose libraries are no folders: the author's command has put the photos of
/// a folder into a server of theirs, and says where that is.
///
/// `COMMAND FOLDER` prints one line of JSON, `{"location": "SCHEME://…", "settings": {"key": "value"}}`, and serves the folder until
/// its standard input ends, which is when the check does.
final class FixtureServers: @unchecked Sendable {  // Unchecked: what changes is in the mutex.
    struct Place: Decodable, Sendable {
        var location: String
        var settings: [String: String]?
    }

    /// How long the command may take to print its line, in milliseconds.
    private static let patience: UInt64 = 60_000

    private let command: String
    private let workingFolder: String
    private let scratch: String
    private let onWait: @Sendable () -> Void
    private let known = Mutex<[BytePath: Place]>([:])
    private let stop = Mutex<CheckStop?>(nil)

    /// - Parameters:
    ///   - workingFolder: where the command was named.
    ///   - scratch: a folder for what the command writes; of the run, for what a check finds in its own is the
    ///     plugin's.
    ///   - onWait: called each second while the command is waited for: the time is the author's, not the plugin's.
    init(
        command: String, startedIn workingFolder: String, scratch: String, onWait: @escaping @Sendable () -> Void
    ) {
        self.command = command
        self.workingFolder = workingFolder
        self.scratch = scratch
        self.onWait = onWait
    }

    /// The library that shows a folder; started when it is asked for the first time.
    func place(of folder: BytePath) throws(CheckStop) -> Place {
        if let place = known.withLock({ $0[folder] }) { return place }
        do throws(CheckStop) {
            let place = try start(folder)
            known.withLock { $0[folder] = place }
            return place
        } catch {
            stop.withLock { $0 = error }
            throw error
        }
    }

    /// Why the command did not do what it is for, once it did not. What a check finds then says nothing about the plugin.
    var failure: CheckStop? { stop.withLock { $0 } }

    private func start(_ folder: BytePath) throws(CheckStop) -> Place {
        let line: [UInt8]
        do throws(SystemError) {
            line = try serve(folder)
        } catch {
            throw .harness("\(command): cannot be run: \(error)")
        }
        guard let place = try? JSONDecoder().decode(Place.self, from: Data(line)) else {
            let words = String(decoding: line.prefix(200), as: UTF8.self)
            throw .harness("\(command): expected one line of JSON with \"location\", got \"\(words)\"")
        }
        return place
    }

    private func serve(_ folder: BytePath) throws(SystemError) -> [UInt8] {
        let input = try Pipe()
        var output = try Pipe()
        // In the background of a shell that ends: it is no child of this process, which counts those that the plugin leaves.
        let script = "cd \"$2\" || exit; exec 3<&0; \(command) \"$1\" <&3 3<&- &"
        var launch = ProcessLaunch(
            executable: "/bin/sh", arguments: ["-c", script, "sh", folder.description, workingFolder])
        launch.inheritedEnvironment = .all
        launch.hasOwnGroup = true
        // What the plugin writes to the check's own is a finding.
        launch.environmentChanges = ["HOME": scratch, "TMPDIR": scratch]
        launch.descriptors = [0: input.reading.borrowed, 2: .standardError]
        if let writing = output.writing { launch.descriptors[1] = writing }
        let shell = try launch.start()
        output.closeWriting()
        // Its standard input ends with this process, and with it the command.
        if let writing = input.writing { _ = try writing.duplicate().take() }
        let line = try line(from: output.reading.borrowed)
        shell.wait()
        return line
    }

    private func line(from output: Descriptor) throws(SystemError) -> [UInt8] {
        var line: [UInt8] = []
        let end = MonotonicTime.now + Self.patience * 1_000_000
        while line.count < 1 << 16, MonotonicTime.now < end {
            switch output.waitUntilReadable(deadline: MonotonicTime.now + 1_000_000_000) {
            case .ready: break
            case .timedOut:
                onWait()
                continue
            case .failed: return line
            }
            let part = try output.read(count: 1)
            guard let byte = part.first, byte != UInt8(ascii: "\n") else { return line }
            line.append(byte)
        }
        return line
    }
}
