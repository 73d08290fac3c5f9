import ConversionProcess
import Foundation
import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite("A conversion in a process of its own", .timeLimit(.minutes(5)))
struct ConversionProcessTests {
    /// One that is read in many pieces.
    private static func long() throws -> [UInt8] {
        var video = try SampleVideo.quarters(320, 240)
        video.frames = Array(repeating: video.frames[0], count: 600)
        return video.mp4()
    }

    @Test("gives the file that every player knows, leaves that one alone, and leaves no process")
    func converted() async throws {
        try await onThread {
            let run = try HelperRun()
            var reported: [Double] = []
            let converted = try #require(
                try run.convert(SampleVideo.quarters().mp4(), progress: { seconds, _ in reported.append(seconds) }))
            #expect(MediaFormat.sniff(converted) == .mp4 && WrittenFile(converted).offset(of: "avcC") != nil)
            #expect(reported == reported.sorted() && reported.last == 2, "\(reported)")
            #expect(try run.convert(converted) == nil)
            #expect(run.leavesNoProcess())
        }
    }

    @Test("says why a video is not converted")
    func reasons() async throws {
        try await onThread {
            let run = try HelperRun()
            let avi = try SampleVideo.quarters().avi()
            #expect(run.failure(Array(avi.prefix(avi.count / 2)))?.status == .corruptMedia)
            #expect(run.failure(Array("GIF89a".utf8))?.status == .unsupportedFormat)
            var limits = ConversionLimits()
            limits.maxPixels = 1000
            #expect(run.failure(avi, limits: limits)?.status == .tooLarge)
            limits = ConversionLimits()
            limits.maxSeconds = 0
            #expect(run.failure(avi, limits: limits)?.status == .deadline)
        }
    }

    @Test("ends when its output takes more room than it may")
    func outputLimit() async throws {
        try await onThread {
            var limits = ConversionLimits()
            limits.maxOutputBytes = 1000
            let failure = try HelperRun().failure(Self.long(), limits: limits)
            #expect(failure?.status == .tooLarge, "\(failure as Any)")
        }
    }

    @Test("ends with the error of what cannot be read")
    func unreadable() async throws {
        try await onThread {
            let run = try HelperRun()
            let failure = run.failure(try Self.long()) { number, _ throws(PhotoError) in
                if number == 2 { throw .changed("it is another file") }
            }
            #expect(failure == .changed("it is another file") && run.leavesNoProcess())
        }
    }

    @Test("costs one error when its process is killed in the middle")
    func killed() async throws {
        try await onThread {
            let run = try HelperRun()
            let failure = run.failure(try Self.long()) { number, process throws(PhotoError) in
                if number == 3 { kill(process, SIGKILL) }
            }
            #expect(failure?.status == .internal && failure?.message.contains("signal 9") == true, "\(failure as Any)")
            #expect(run.leavesNoProcess())
        }
    }

    @Test("costs one error when its process hangs, and that is ended")
    func hanging() async throws {
        try await onThread {
            var run = try HelperRun()
            run.silenceMilliseconds = 300
            let failure = run.failure(try Self.long()) { number, process throws(PhotoError) in
                if number == 3 { kill(process, SIGSTOP) }
            }
            #expect(failure?.status == .internal && failure?.message.contains("said nothing") == true)
            #expect(run.leavesNoProcess())
        }
    }

    @Test("is over as soon as it is cancelled, and its process is gone", arguments: [0, 1, 5])
    func cancelled(at limit: Int) async throws {
        try await onThread {
            let run = try HelperRun()
            let flag = CancellationFlag()
            let failure = run.failure(try Self.long(), cancellation: flag.cancellation) { number, _ in
                if number == limit { flag.cancel() }
            }
            #expect(failure == .cancelled && run.leavesNoProcess())
        }
    }

    @Test("inherits nothing but its socket and its output, gains no rights and has limits")
    func inheritance() async throws {
        try await onThread {
            let run = try HelperRun()
            var (files, variables, limits, status) = ([String: String](), [String](), "", "")
            let failure = run.failure(try SampleVideo.quarters().mp4()) { number, process throws(PhotoError) in
                guard number == 0 else { return }
                let proc = "/proc/\(process)"
                for name in (try? FileManager.default.contentsOfDirectory(atPath: proc + "/fd")) ?? [] {
                    files[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(proc)/fd/\(name)")
                }
                func text(_ name: String) -> String {
                    String(decoding: FileManager.default.contents(atPath: "\(proc)/\(name)") ?? Data(), as: UTF8.self)
                }
                variables = text("environ").split(separator: "\0").map { String($0.prefix { $0 != "=" }) }
                (limits, status) = (text("limits"), text("status"))
            }
            #expect(failure == nil)
            #expect(Set(files.keys) == ["0", "1", "2", "3", "4"], "\(files)")
            #expect((0...2).allSatisfy { files["\($0)"] == "/dev/null" } && files["3"]?.hasPrefix("socket:") == true)
            #expect(files["4"]?.contains("picker-spool") == true)
            let known: Set = [
                "SWIFT_BACKTRACE", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
            ]
            #expect(variables.contains("SWIFT_BACKTRACE") && known.isSuperset(of: variables), "\(variables)")
            #expect(status.contains("NoNewPrivs:\t1"))
            #expect(
                limits.contains(/Max core file size +0 +0/) && limits.contains(/Max open files +64 +64/), "\(limits)")
            #expect(!limits.contains(/Max file size +unlimited/))
        }
    }
}
