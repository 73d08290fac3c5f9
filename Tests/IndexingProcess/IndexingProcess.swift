internal import Foundation
internal import PhotoFolder
internal import PhotoIndex
internal import PhotoModel

/// Refreshes an index in a process of its own, for tests that end it at a random moment, let it meet with faults or let
/// several meet, and for measurements.
///
///     IndexingProcess LIBRARY DATA [full|quick|count [AT COMMAND]]
///
/// COMMAND is for the shell, and runs when the refresh asks for the AT-th time whether to go on. `count` refreshes nothing.
@main enum IndexingProcess {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            return write("usage: IndexingProcess LIBRARY DATA [full|quick|count [AT COMMAND]]")
        }
        do {
            let root = try LibraryRoot(path: Array(arguments[1].utf8))
            let photoIndex = try PhotoIndexDatabase.open(root, directory: arguments[2], message: write)
            let before = try photoIndex.fetch(.assets(.all), FetchOptions())
            do {
                if !arguments.contains("count") { try refresh(photoIndex, arguments) }
            } catch {
                write("\(error)")
                try count(before)
                exit(1)
            }
            try count(try photoIndex.fetch(.assets(.all), FetchOptions()))
        } catch {
            write("\(error)")
            exit(1)
        }
    }

    private static func refresh(_ photoIndex: PhotoIndexDatabase, _ arguments: [String]) throws {
        var checks = 0
        let start = ContinuousClock.now
        let cancellation = Cancellation {
            checks += 1
            if arguments.count > 5, checks == Int(arguments[4]) { run(arguments[5]) }
            return nil
        }
        let outcome = try photoIndex.refresh(
            arguments.contains("quick") ? .quick : .full, cancellation: cancellation)
        let report = outcome.report
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        write(
            "\(seconds) s, \(report.files) files, \(report.folders) folders, \(report.assets) assets, "
                + "+\(report.inserted) ~\(report.updated) -\(report.removed)")
        for diagnostic in outcome.diagnostics { write("\(diagnostic.relativePath): \(diagnostic.message)") }
    }

    private static func run(_ command: String) {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", command]
        do {
            try shell.run()
            shell.waitUntilExit()
            if shell.terminationStatus != 0 { write("\(command): \(shell.terminationStatus)") }
        } catch {
            write("\(command): \(error)")
        }
    }

    /// Reads all of a fetch result.
    private static func count(_ fetch: IndexFetch) throws {
        var count = 0
        try fetch.window(offset: 0, length: .max) { _ in
            count += 1
            return true
        }
        write("\(count) listed")
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
