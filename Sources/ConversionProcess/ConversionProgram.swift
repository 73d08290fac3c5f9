package import PhotoModel
package import Platform

/// Starts the helper program that parses media in a process of its own, because media are not trusted. The program gets
/// a socket, through which it requests bytes of a video and reports; the output file; and, for photos, the input file.
/// The host does not trust what it sends: ranges are clipped, messages are short, and only the output file says what
/// was written.
package struct ConversionProgram: Sendable {
    /// The program's descriptors of the socket, of the output, and of the input for tasks that have one.
    package static let socketDescriptor: Int32 = 3
    package static let outputDescriptor: Int32 = 4
    package static let inputDescriptor: Int32 = 5

    /// The environment variables that the program needs: where libraries are, and the options of sanitizers.
    private static let variables = [
        "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
    ]

    package var executable: String
    package var arguments: [String]
    /// The longest time without a message from the program, which reports twice a second.
    package var silenceMilliseconds = 60_000

    package init(executable: String, arguments: [String]) {
        (self.executable, self.arguments) = (executable, arguments)
    }

    /// Runs a job and waits for its end. When this returns or throws, the process has ended.
    ///
    /// - Parameters:
    ///   - input: the file that a photo's task reads; nil for videos.
    ///   - output: an empty file, open for reading and writing.
    ///   - progress: called with the seconds of the video that are converted, and the total if it is known. Both come
    ///     from the program and may be anything.
    ///   - source: reads a range of the video; an error that it throws ends the conversion and is thrown.
    /// - Returns: false if the file need not be converted; the output has no meaning then.
    /// - Throws: `.unsupported` if this system lacks what is needed for converting, `.unsupportedFormat`,
    ///   `.corruptMedia`, `.tooLarge`, `.outOfMemory`, `.io`, `.noSpace`, `.quota`, `.deadline`, `.cancelled`;
    ///   `.internal` if the program crashed, hung or sent something invalid.
    package func run(
        _ job: ConversionJob, input: Descriptor? = nil, output: Descriptor,
        cancellation: Cancellation = .never,
        progress: (_ seconds: Double, _ total: Double?) -> Void = { _, _ in },
        source: (_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8]
    ) throws(PhotoError) -> Bool {
        let (process, socket) = try start(input, output)
        var conversation = HostConversation(
            job: job, socket: socket, silenceMilliseconds: silenceMilliseconds, cancellation: cancellation)
        let ending: ConversionEnding
        do throws(ConversionLoss) {
            ending = try conversation.ending(progress, source)
        } catch {
            throw PhotoError(error, end(process, waits: error == .disconnected))
        }
        _ = end(process, waits: false)
        return try Self.isWritten(ending, output, job)
    }

    private func start(
        _ input: Descriptor?, _ output: Descriptor
    ) throws(PhotoError) -> (ChildProcess, ConversionSocket) {
        var launch = ProcessLaunch(executable: executable, arguments: arguments)
        launch.hasOwnGroup = true
        launch.inheritedEnvironment = .none
        for name in Self.variables { launch.environmentChanges[name] = Environment.value(of: name) }
        // A crash is handled here, so Swift's report of it is switched off.
        launch.environmentChanges["SWIFT_BACKTRACE"] = "enable=no"
        // It does not get the terminal, since what it would write there is not trusted.
        launch.descriptors = [Self.outputDescriptor: output]
        launch.descriptors[Self.inputDescriptor] = input
        do throws(SystemError) {
            return try withSocketPair { mine, its -> Result<(ChildProcess, ConversionSocket), SystemError> in
                let socket = ConversionSocket(mine)
                launch.descriptors[Self.socketDescriptor] = its.borrowed
                do throws(SystemError) {
                    return .success((try launch.start(), socket))
                } catch {
                    return .failure(error)
                }
            }.get()
        } catch {
            throw PhotoError(.io, "\(executable) cannot be started: \(error)", systemErrno: error.code)
        }
    }

    /// Ends the process and its group.
    ///
    /// - Parameter waits: whether to let the process end by itself first, to learn how it ends.
    private func end(_ process: ChildProcess, waits: Bool) -> Termination {
        let limit = MonotonicTime.now + 2_000_000_000
        while waits, !process.hasEnded, MonotonicTime.now < limit { pause(milliseconds: 2) }
        // Before its end is waited for, because no other process can have its ID until then.
        process.sendToGroup(.kill)
        return process.wait()
    }

    private static func isWritten(
        _ ending: ConversionEnding, _ output: Descriptor, _ job: ConversionJob
    ) throws(PhotoError) -> Bool {
        switch ending {
        case .unchanged: return false
        case .failed(let failure): throw PhotoError(failure)
        case .written: break
        }
        let byteSize: Int64
        do throws(SystemError) {
            byteSize = try output.status().byteSize
        } catch {
            throw PhotoError(.io, "what was converted cannot be read: \(error)", systemErrno: error.code)
        }
        guard byteSize > 0 || job.task.mayWriteNothing else {
            throw PhotoError(.internal, "the program that converts media wrote nothing")
        }
        let limit = job.limits.outputBytes(ofSource: job.byteCount)
        guard byteSize <= limit else { throw PhotoError(.tooLarge, "converted it has more than \(limit) bytes") }
        return true
    }
}

extension PhotoError {
    /// The statuses with which a conversion may fail; others are invalid.
    private static let statuses: Set<PhotoStatus> = [
        .unsupported, .unsupportedFormat, .corruptMedia, .tooLarge, .outOfMemory, .io, .noSpace, .quota, .deadline,
    ]

    /// - Parameter failure: not trusted.
    fileprivate init(_ failure: ConversionFailure) {
        let isFull = failure.systemErrno == SystemError.fileTooLarge.code
        let status = isFull ? .tooLarge : Self.statuses.contains(failure.status) ? failure.status : .internal
        self.init(status, failure.text.oneLine, systemErrno: failure.systemErrno)
    }

    fileprivate init(_ loss: ConversionLoss, _ termination: Termination) {
        switch loss {
        case .stopped(let error): self = error
        case .disconnected:
            self.init(.internal, "the program that converts media ended before it was done (\(termination))")
        case .silent(let milliseconds):
            self.init(
                .internal, "the program that converts media said nothing for \(milliseconds) ms and was ended")
        case .malformed:
            self.init(.internal, "the program that converts media sent what is no message and was ended")
        }
    }
}

extension String {
    /// The text without characters that move a terminal's cursor or end lines, and with bounded length.
    fileprivate var oneLine: String {
        let scalars = unicodeScalars.prefix(400).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "?" as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
