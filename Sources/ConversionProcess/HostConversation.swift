internal import PhotoModel
internal import Platform

/// Why the helper program did not report an end.
enum ConversionLoss: Error, Equatable {
    /// The host ended it.
    case stopped(PhotoError)
    /// The program is gone.
    case disconnected
    /// It sent nothing for this many milliseconds.
    case silent(Int)
    /// It sent something invalid, or a message that only the host may send.
    case malformed
}

/// The host's side of a conversion, for one thread.
struct HostConversation {
    /// How often waiting checks whether to go on.
    private static let patienceMilliseconds = 100
    /// Seconds after the time limit in which the program may report by itself that its time is over.
    private static let graceSeconds: Int64 = 10

    let job: ConversionJob
    let socket: ConversionSocket
    let silenceMilliseconds: Int
    let cancellation: Cancellation
    /// When the conversion must be over, as a `MonotonicTime`.
    private let deadline: UInt64
    /// When the program last sent something or was last replied to.
    private var heard = MonotonicTime.now

    init(job: ConversionJob, socket: ConversionSocket, silenceMilliseconds: Int, cancellation: Cancellation) {
        (self.job, self.socket, self.silenceMilliseconds) = (job, socket, silenceMilliseconds)
        self.cancellation = cancellation
        let seconds = min(max(0, job.limits.maxSeconds), 1 << 30) + Self.graceSeconds
        deadline = MonotonicTime.now + UInt64(seconds) * 1_000_000_000
        socket.setPatience(milliseconds: Self.patienceMilliseconds)
    }

    /// Sends the job, and replies until the program reports the end.
    mutating func ending(
        _ progress: (Double, Double?) -> Void, _ source: (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(ConversionLoss) -> ConversionEnding {
        try send(.job(job))
        while true {
            if let loss { throw loss }
            switch try receive() {
            case .read(let offset, let count): try send(.bytes(try bytes(offset, count, source)))
            case .progress(let seconds, let total): progress(seconds, total)
            case .ended(let ending): return ending
            case .job, .bytes: throw .malformed
            }
        }
    }

    /// Reads a part of the source, clipped to the file and to the largest read.
    private func bytes(
        _ offset: Int64, _ count: Int, _ source: (Int64, Int) throws(PhotoError) -> [UInt8]
    ) throws(ConversionLoss) -> [UInt8] {
        let left = max(0, job.byteCount - offset)
        let length = min(Int(clamping: left), count, ConversionMessage.largestRead)
        guard length > 0 else { return [] }
        do throws(PhotoError) {
            return Array(try source(offset, length).prefix(length))
        } catch {
            throw .stopped(error)
        }
    }

    private mutating func send(_ message: ConversionMessage) throws(ConversionLoss) {
        heard = MonotonicTime.now
        let conversation = self
        do throws(ConversionSocket.Failure) {
            try socket.send(message) { conversation.loss == nil }
        } catch {
            throw loss(error)
        }
        heard = MonotonicTime.now
    }

    private mutating func receive() throws(ConversionLoss) -> ConversionMessage {
        let conversation = self
        do throws(ConversionSocket.Failure) {
            let message = try socket.receive(atMost: ConversionMessage.largestReport) { conversation.loss == nil }
            heard = MonotonicTime.now
            return message
        } catch {
            throw loss(error)
        }
    }

    /// Why the conversion must end; nil if it may go on.
    private var loss: ConversionLoss? {
        if let reason = cancellation.reason { return .stopped(PhotoError(reason)) }
        let now = MonotonicTime.now
        if now >= deadline {
            return .stopped(
                PhotoError(.deadline, "the conversion took more than the \(job.limits.maxSeconds) s that are allowed"))
        }
        return now - heard > UInt64(silenceMilliseconds) * 1_000_000 ? .silent(silenceMilliseconds) : nil
    }

    private func loss(_ failure: ConversionSocket.Failure) -> ConversionLoss {
        switch failure {
        case .disconnected: .disconnected
        case .malformed: .malformed
        case .stopped: loss ?? .silent(silenceMilliseconds)
        }
    }
}
