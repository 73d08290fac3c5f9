internal import ConversionProcess
internal import Imaging
internal import PhotoModel
internal import Platform
internal import VideoMedia

/// The command `picker-helper convert`: does one job with a file for the host that started it, over the descriptors of
/// `ConversionProgram`.
package enum ConversionCommand {
    /// The exit code if a necessary part of the system is missing (EX_OSERR).
    private static let systemExit: Int32 = 71
    /// The exit code if it was not started by a host (EX_USAGE).
    private static let usageExit: Int32 = 64

    /// Runs the job and ends the process without exit handlers, since nothing that libraries do there is needed.
    package static func run() -> Never {
        let (socketDescriptor, output) = (
            Descriptor(ConversionProgram.socketDescriptor), Descriptor(ConversionProgram.outputDescriptor)
        )
        let input = Descriptor(ConversionProgram.inputDescriptor)
        for descriptor in [socketDescriptor, output, input] { descriptor.closeOnExec() }
        let socket = ConversionSocket(OwnedDescriptor(ConversionProgram.socketDescriptor))
        guard case .job(let job)? = try? socket.receive() else { CurrentProcess.exitAtOnce(usageExit) }
        do throws(SystemError) {
            // The order matters: limiting memory needs to read files.
            ProcessRestriction.endFirstWithoutMemory()
            try ConversionConfinement.limitResources(job)
            try ConversionConfinement.limitFiles()
            try ProcessRestriction.limitSystemCalls()
        } catch {
            let words = "the program that converts media cannot be confined: \(error)"
            try? socket.send(.ended(.failed(ConversionFailure(.unsupported, words, systemErrno: error.code))))
            CurrentProcess.exitAtOnce(systemExit)
        }
        let ending =
            job.task == .video
            ? HelperConversation(socket: socket, job: job).convert(into: output)
            : PhotoTask(job: job, input: ConversionProgram.inputDescriptor).run(into: output)
        try? socket.send(.ended(ending))
        CurrentProcess.exitAtOnce(0)
    }
}

/// The helper's side of a conversion. For one thread.
final class HelperConversation {
    /// The interval between signs of life.
    private static let intervalNanoseconds: UInt64 = 500_000_000

    private let socket: ConversionSocket
    private let job: ConversionJob
    private var isConnected = true
    /// The seconds that were converted, and the total.
    private var seconds = 0.0
    private var total: Double?
    /// When something was last sent.
    private var reported = MonotonicTime.now

    init(socket: ConversionSocket, job: ConversionJob) { (self.socket, self.job) = (socket, job) }

    func convert(into output: Descriptor) -> ConversionEnding {
        let conversion = VideoConversion(keepsLocation: job.keepsLocation, limits: ImageLimits(job.limits))
        let cancellation = Cancellation {
            self.giveSign()
            return self.isConnected ? nil : .cancelled
        }
        do throws(VideoConversionError) {
            let isWritten = try conversion.convert(
                source, into: output, cancellation: cancellation, progress: { self.report($0, of: $1) })
            return isWritten ? .written : .unchanged
        } catch {
            return .failed(ConversionFailure(error))
        }
    }

    private var source: VideoBytes {
        VideoBytes(byteCount: Int(clamping: job.byteCount)) { offset, count throws(ImagingError) in
            let wanted = min(count, ConversionMessage.largestRead)
            do throws(ConversionSocket.Failure) {
                try self.socket.send(.read(offset: Int64(offset), count: wanted))
                self.reported = MonotonicTime.now
                // The host may send fewer bytes, but never more.
                if case .bytes(let bytes) = try self.socket.receive(), bytes.count <= wanted { return bytes }
            } catch {
                self.isConnected = false
            }
            throw .io(path: nil, code: SystemError.inputOutput.code)
        }
    }

    /// Reports a new whole second at once, because users see it.
    private func report(_ seconds: Double, of total: Double?) {
        let isFurther = seconds.rounded(.down) > self.seconds.rounded(.down)
        (self.seconds, self.total) = (max(seconds, self.seconds), total)
        if isFurther { sendProgress() }
    }

    private func giveSign() {
        if MonotonicTime.now - reported >= Self.intervalNanoseconds { sendProgress() }
    }

    private func sendProgress() {
        reported = MonotonicTime.now
        do throws(ConversionSocket.Failure) {
            try socket.send(.progress(seconds: seconds, total: total))
        } catch {
            isConnected = false
        }
    }
}

extension ConversionFailure {
    init(_ error: VideoConversionError) {
        switch error {
        case .missing(let advice): self.init(.unsupported, advice)
        case .imaging(let error):
            self.init(error.status, String(describing: error), systemErrno: error.systemErrno)
        }
    }
}
