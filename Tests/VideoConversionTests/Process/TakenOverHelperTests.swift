import ConversionProcess
import PhotoModel
import TestSupport
import Testing

@Suite("A conversion whose process was taken over", .timeLimit(.minutes(5)))
struct TakenOverHelperTests {
    private static let video = [UInt8](repeating: 7, count: 100)

    /// Waits for the job, which has 58 bytes with its head.
    private static let job = "/usr/bin/head -c 58 <&3 >/dev/null\n"
    /// The end: the video stays as it is.
    private static let unchanged = #"printf '\001\000\000\000\005\000\000\000\000' >&3"#

    private static func read(offset: String, count: String) -> String {
        #"printf '\020\000\000\000\003\000\000\000"# + offset + count + "' >&3\n"
    }

    @Test("gets nothing but the video, whatever range it asks for")
    func ranges() async throws {
        try await onThread {
            let zero = #"\000\000\000\000\000\000\000\000"#
            let huge = #"\377\377\377\377\377\377\377\177"#
            let hundred = #"\144\000\000\000\000\000\000\000"#
            // Each but the second is answered with a head alone.
            let script =
                Self.job + Self.read(offset: huge, count: huge) + "/usr/bin/head -c 8 <&3 >/dev/null\n"
                + Self.read(offset: zero, count: huge) + "/usr/bin/head -c 108 <&3 >/dev/null\n"
                + Self.read(offset: hundred, count: hundred) + "/usr/bin/head -c 8 <&3 >/dev/null\n" + Self.unchanged
            var reads = 0
            let run = try HelperRun(script: script)
            let converted = try run.convert(Self.video, onRead: { _, _ in reads += 1 })
            #expect(converted == nil && reads == 1 && run.leavesNoProcess())
        }
    }

    @Test(
        "costs one error when it sends what is no message",
        arguments: [
            #"printf 'There is no message that begins with these words.' >&3"#,
            #"printf '\377\377\377\377\003\000\000\000' >&3"#,
            #"printf '\001\000\000\000\005\000\000\000\011' >&3"#,
            #"printf '\020\000\000\000\003\000\000\000\377\377\377\377\377\377\377\377\001\000\000\000\000\000\000\000' >&3"#,
            #"printf '\001\000\000\000\002\000\000\000\000' >&3"#,
        ])
    func nonsense(script: String) async throws {
        try await onThread {
            let run = try HelperRun(script: Self.job + script + "\nsleep 100")
            let failure = run.failure(Self.video)
            #expect(
                failure?.status == .internal && failure?.message.contains("no message") == true, "\(failure as Any)")
            #expect(run.leavesNoProcess())
        }
    }

    @Test("costs one error when it ends by itself, whether or not it read what it is to do")
    func ending() async throws {
        try await onThread {
            for script in ["exit 3", Self.job + "exit 3"] {
                let failure = try HelperRun(script: script).failure(Self.video)
                #expect(failure?.status == .internal && failure?.message.contains("exit code 3") == true)
            }
        }
    }

    @Test("costs one error when it claims to have written what is not there")
    func nothingWritten() async throws {
        try await onThread {
            let script = Self.job + #"printf '\001\000\000\000\005\000\000\000\001' >&3"#
            let failure = try HelperRun(script: script).failure(Self.video)
            #expect(failure?.status == .internal, "\(failure as Any)")
        }
    }

    @Test("says nothing to a terminal but one line of text, and knows no other errors than a conversion has")
    func words() async throws {
        try await onThread {
            // Nine bytes before the text: the kind of end, the status CANCELLED and an error number.
            let script =
                Self.job
                + #"printf '\020\000\000\000\005\000\000\000\002\013\000\000\000\000\000\000\000a\033[2J\nb' >&3"#
            let failure = try HelperRun(script: script).failure(Self.video)
            #expect(failure == PhotoError(.internal, "a?[2J?b"), "\(failure as Any)")
        }
    }

    @Test("is cancelled in time when it sends one byte after the other")
    func trickling() async throws {
        try await onThread {
            let script = Self.job + #"for i in 1 2 3 4 5 6 7 8 9; do printf '\007' >&3; sleep 0.05; done; sleep 100"#
            var run = try HelperRun(script: script)
            run.silenceMilliseconds = 200
            let failure = run.failure(Self.video)
            #expect(failure?.message.contains("said nothing") == true, "\(failure as Any)")
            #expect(run.leavesNoProcess())
        }
    }
}
