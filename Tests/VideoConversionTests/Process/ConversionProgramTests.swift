import ConversionProcess
import Imaging
import PhotoModel
import Platform
import TestSupport
import Testing

@Suite("What the program that converts media reports, and what its host makes of it", .timeLimit(.minutes(5)))
struct ConversionProgramTests {
    /// Waits for the job, which has 58 bytes with its head.
    private static let job = "/usr/bin/head -c 58 <&3 >/dev/null\n"
    private static let written = #"printf '\001\000\000\000\005\000\000\000\001' >&3"#
    private static let unchanged = #"printf '\001\000\000\000\005\000\000\000\000' >&3"#

    /// The bytes of a number, as printf of the shell reads them.
    private static func octal(_ number: Int32, count: Int = 4) -> String {
        (0..<count).map { index in
            let digits = String(number >> (8 * Int32(index)) & 0xFF, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }

    /// A shell that gets a job of 100 bytes and runs a script.
    private func run(
        _ script: String, _ task: ConversionTask = .video, limits: ConversionLimits = ConversionLimits(),
        spool: ImageSpool, progress: (Double, Double?) -> Void = { _, _ in }
    ) throws(PhotoError) -> Bool {
        let program = ConversionProgram(executable: "/bin/sh", arguments: ["-c", Self.job + script])
        var job = ConversionJob(byteCount: 100, keepsLocation: true, limits: limits)
        job.task = task
        // More than is ever asked for.
        return try program.run(job, output: Descriptor(spool.fileNumber), progress: progress) { (_, _) in
            [UInt8](repeating: 7, count: 200)
        }
    }

    private func failure(_ script: String, limits: ConversionLimits = ConversionLimits()) throws -> PhotoError? {
        let spool = try ImageSpool()
        do throws(PhotoError) {
            _ = try run(script, limits: limits, spool: spool)
            return nil
        } catch {
            return error
        }
    }

    private static let known: [PhotoStatus] = [
        .unsupported, .unsupportedFormat, .corruptMedia, .tooLarge, .outOfMemory, .io, .noSpace, .quota, .deadline,
    ]

    @Test("Each error that a conversion may have is the host's error, with the system's number", arguments: known)
    func statuses(status: PhotoStatus) async throws {
        let numbers = Self.octal(status.rawValue) + Self.octal(28)
        let outcome = try await onThread {
            try failure(#"printf '\012\000\000\000\005\000\000\000\002"# + numbers + "x' >&3")
        }
        #expect(outcome == PhotoError(status, "x", systemErrno: 28))
    }

    @Test("An output that the system let grow no further is too large, whatever the program calls it")
    func fileTooLarge() async throws {
        let numbers = Self.octal(PhotoStatus.io.rawValue) + Self.octal(SystemError.fileTooLarge.code)
        let outcome = try await onThread {
            try failure(#"printf '\012\000\000\000\005\000\000\000\002"# + numbers + "x' >&3")
        }
        #expect(outcome == PhotoError(.tooLarge, "x", systemErrno: SystemError.fileTooLarge.code))
    }

    @Test("A report of four kibibytes is read to its 400th letter, and one that is longer is no message")
    func longReport() async throws {
        func report(_ length: Int32) -> String {
            let numbers = Self.octal(PhotoStatus.io.rawValue) + Self.octal(0)
            return "printf '" + Self.octal(length) + #"\005\000\000\000\002"# + numbers
                + "' >&3; /usr/bin/head -c \(length - 9) /dev/zero | /usr/bin/tr '\\000' a >&3"
        }
        let (whole, long) = (report(4096), report(4097))
        let failures = try await onThread { (try failure(whole), try failure(long)) }
        #expect(failures.0 == PhotoError(.io, String(repeating: "a", count: 400)))
        #expect(failures.1?.status == .internal && failures.1?.message.contains("no message") == true)
    }

    @Test("An output of as many bytes as are allowed is taken, and one of one more is too large")
    func outputLimit() async throws {
        let outcome = try await onThread {
            var limits = ConversionLimits()
            limits.maxOutputBytes = 5
            let spool = try ImageSpool()
            let isWritten = try run("printf abcde >&4; " + Self.written, limits: limits, spool: spool)
            limits.maxOutputBytes = 4
            return (isWritten, try failure("printf abcde >&4; " + Self.written, limits: limits))
        }
        #expect(outcome.0 && outcome.1?.status == .tooLarge, "\(outcome)")
        #expect(outcome.1?.message.contains("more than 4 bytes") == true)
    }

    @Test("An empty output is the answer for a photo without EXIF, and an error for anything else")
    func emptyOutput() async throws {
        let outcome = try await onThread {
            let exif = ConversionTask.uprightEXIF(width: 4, height: 3, mayStay: false)
            let isWritten = try run(Self.written, exif, spool: try ImageSpool())
            let photo = #expect(throws: PhotoError.self) {
                try run(Self.written, .locationFreeJPEG, spool: try ImageSpool())
            }
            return (isWritten, photo?.status)
        }
        #expect(outcome.0 && outcome.1 == .internal)
    }

    @Test("Progress is what the program says, and its end is known only if it is a number")
    func progress() async throws {
        let reports = try await onThread {
            let head = #"printf '\020\000\000\000\004\000\000\000"#
            let (half, three, none) = (#"\370\077"#, #"\010\100"#, #"\370\177"#)
            func number(_ end: String) -> String { String(repeating: #"\000"#, count: 6) + end }
            let script =
                head + number(half) + number(three) + "' >&3\n" + head + number(half) + number(none) + "' >&3\n"
            var reports: [[Double?]] = []
            _ = try run(script + Self.unchanged, spool: try ImageSpool()) { reports.append([$0, $1]) }
            return reports
        }
        #expect(reports == [[1.5, 3], [1.5, nil]])
    }

    @Test("The program gets no more bytes than it asked for, even if reading gives more")
    func cutSource() async throws {
        let written = try await onThread {
            // It asks for four bytes, and writes the answer to the output.
            let ask = "printf '" + [16, 3, 0, 0, 4, 0].map { Self.octal($0) }.joined() + "' >&3"
            let spool = try ImageSpool()
            _ = try run(ask + "\n/usr/bin/head -c 12 <&3 >&4\n" + Self.written, spool: spool)
            let source = try spool.source()
            return try source.read(at: 0, count: source.byteCount)
        }
        #expect(written == [4, 0, 0, 0, 2, 0, 0, 0, 7, 7, 7, 7])
    }

    @Test("A time limit beyond all time, or before it began, is one like others", arguments: [Int64.max, .min, -1])
    func timeLimit(seconds: Int64) async throws {
        let isWritten = try await onThread {
            var limits = ConversionLimits()
            limits.maxSeconds = seconds
            return try run(Self.unchanged, limits: limits, spool: try ImageSpool())
        }
        #expect(!isWritten)
    }

    @Test("A program that cannot be started is an error of the system, which names it")
    func missing() throws {
        let program = ConversionProgram(executable: "/none/picker-helper", arguments: [])
        let spool = try ImageSpool()
        let error = #expect(throws: PhotoError.self) {
            try program.run(
                ConversionJob(byteCount: 1, keepsLocation: true), output: Descriptor(spool.fileNumber),
                source: { (_, _) in [] })
        }
        #expect(error?.status == .io && error?.systemErrno == SystemError.notFound.code)
        #expect(error?.message.hasPrefix("/none/picker-helper cannot be started") == true)
        withExtendedLifetime(spool) {}
    }
}
