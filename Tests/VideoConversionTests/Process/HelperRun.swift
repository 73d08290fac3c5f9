import ConversionProcess
import Foundation
import Imaging
import PhotoModel
import Platform
import TestSupport

/// Converts videos as the host does: in a process of a program.
struct HelperRun: Sendable {
    private let folder: TestSupport.TemporaryFolder
    /// Has a name of its own, so that its processes are found.
    private let executable: String
    private let arguments: [String]
    var silenceMilliseconds = 60_000

    /// The helper program.
    init() throws {
        folder = try TestSupport.TemporaryFolder()
        executable = folder.path("picker-helper")
        arguments = ["convert"]
        try FileManager.default.createSymbolicLink(
            atPath: executable, withDestinationPath: PackagePaths.buildFolder + "/picker-helper")
    }

    /// A program that was taken over: a script that writes what it likes to the socket, descriptor 3.
    init(script: String) throws {
        folder = try TestSupport.TemporaryFolder()
        executable = folder.path("picker-helper")
        arguments = [folder.path("script")]
        // Not the script itself as a program: a process that another test starts meanwhile may hold it open for
        // writing, and such a file is not executed.
        try FileManager.default.createSymbolicLink(atPath: executable, withDestinationPath: "/bin/sh")
        try Data("\(script)\n".utf8).write(to: URL(fileURLWithPath: arguments[0]))
    }

    /// The converted file; nil when the video stays as it is. Blocks the thread.
    ///
    /// - Parameter onRead: called with the number of reads before each, and the process.
    func convert(
        _ bytes: [UInt8], limits: ConversionLimits = ConversionLimits(), cancellation: Cancellation = .never,
        progress: (Double, Double?) -> Void = { _, _ in },
        onRead: (_ number: Int, _ process: pid_t) throws(PhotoError) -> Void = { (_, _) throws(PhotoError) in }
    ) throws(PhotoError) -> [UInt8]? {
        guard let spool = try? ImageSpool() else { throw PhotoError(.io, "no spool") }
        var program = ConversionProgram(executable: executable, arguments: arguments)
        program.silenceMilliseconds = silenceMilliseconds
        let job = ConversionJob(byteCount: Int64(bytes.count), keepsLocation: true, limits: limits)
        var reads = 0
        let isWritten = try program.run(
            job, output: Descriptor(spool.fileNumber), cancellation: cancellation, progress: progress
        ) { offset, count throws(PhotoError) in
            try onRead(reads, processes.first ?? -1)
            reads += 1
            return Array(bytes[Int(offset)..<Int(offset) + count])
        }
        guard isWritten else { return nil }
        guard let source = try? spool.source(), let written = try? source.read(at: 0, count: source.byteCount) else {
            throw PhotoError(.io, "no result")
        }
        return written
    }

    /// Why it is not converted; nil when it is.
    func failure(
        _ bytes: [UInt8], limits: ConversionLimits = ConversionLimits(), cancellation: Cancellation = .never,
        onRead: (_ number: Int, _ process: pid_t) throws(PhotoError) -> Void = { (_, _) throws(PhotoError) in }
    ) -> PhotoError? {
        do throws(PhotoError) {
            _ = try convert(bytes, limits: limits, cancellation: cancellation, onRead: onRead)
            return nil
        } catch {
            return error
        }
    }

    /// The program's processes that run.
    var processes: [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            // A process that has ended and was not waited for has no arguments.
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return line.split(separator: 0).contains { $0.elementsEqual(executable.utf8) }
        }
    }

    /// Whether all its processes end. One of the group that was killed may be seen for a moment after the first has
    /// ended.
    func leavesNoProcess() -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !processes.isEmpty {
            guard ContinuousClock.now < end else { return false }
            pause(milliseconds: 2)
        }
        return true
    }
}
