internal import PhotoModel

/// The messages between the host and the helper program. The host sends the job, and bytes for each read; the program
/// sends the rest.
package enum ConversionMessage: Hashable, Sendable {
    case job(ConversionJob)
    /// At most as many bytes as were requested; none after the end of the source.
    case bytes([UInt8])
    case read(offset: Int64, count: Int)
    /// A sign of life: how many seconds of the video are converted, and the total if it is known.
    case progress(seconds: Double, total: Double?)
    case ended(ConversionEnding)

    /// The most bytes that the host sends at once.
    package static let largestRead = 1 << 20
    /// The most bytes of a body that the host accepts: the helper sends only short messages.
    static let largestReport = 1 << 12
    /// The bytes of the header: the length of the body and the kind, of four bytes each.
    static let headSize = 8

    /// The message as it is sent: the length of the body, the kind, the body. Integers are in the byte order of this
    /// machine.
    var encoded: [UInt8] {
        var body = MessageBody()
        switch self {
        case .job(let job): body.append(job)
        case .bytes(let bytes): body.bytes = bytes
        case .read(let offset, let count):
            body.append(offset)
            body.append(Int64(count))
        case .progress(let seconds, let total):
            body.append(seconds.bitPattern)
            body.append((total ?? .nan).bitPattern)
        case .ended(let ending): body.append(ending)
        }
        var head = MessageBody()
        head.append(UInt32(body.bytes.count))
        head.append(kind)
        return head.bytes + body.bytes
    }

    private var kind: UInt32 {
        switch self {
        case .job: 1
        case .bytes: 2
        case .read: 3
        case .progress: 4
        case .ended: 5
        }
    }

    /// Parses a message.
    ///
    /// - Parameter body: not trusted.
    /// - Returns: nil if it is not a valid message.
    init?(kind: UInt32, body bytes: [UInt8]) {
        if kind == 2 {
            self = .bytes(bytes)
            return
        }
        var body = MessageBody(bytes: bytes)
        guard let message = Self.parse(kind, &body), body.isAtEnd else { return nil }
        self = message
    }

    private static func parse(_ kind: UInt32, _ body: inout MessageBody) -> ConversionMessage? {
        switch kind {
        case 1: return body.job().map { .job($0) }
        case 3:
            guard let offset = body.next(Int64.self), let count = body.next(Int64.self) else { return nil }
            guard offset >= 0, count >= 0 else { return nil }
            return .read(offset: offset, count: Int(count))
        case 4:
            guard let seconds = body.next(UInt64.self), let total = body.next(UInt64.self) else { return nil }
            let length = Double(bitPattern: total)
            return .progress(seconds: Double(bitPattern: seconds), total: length.isFinite ? length : nil)
        case 5: return body.ending().map { .ended($0) }
        default: return nil
        }
    }
}

/// The body of a message. It is written at its end and read from its beginning.
private struct MessageBody {
    var bytes: [UInt8] = []
    private var position = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func append<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func next<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> Value? {
        guard bytes.count - position >= MemoryLayout<Value>.size else { return nil }
        defer { position += MemoryLayout<Value>.size }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Value.self) }
    }

    mutating func append(_ job: ConversionJob) {
        let limits = job.limits
        append(job.byteCount)
        append(UInt8(job.keepsLocation ? 1 : 0))
        for limit in [limits.maxPixels, limits.maxMemoryBytes, limits.maxSeconds, limits.maxOutputBytes ?? -1] {
            append(limit)
        }
        append(job.task)
    }

    mutating func job() -> ConversionJob? {
        guard let byteCount = next(Int64.self), let keepsLocation = next(UInt8.self) else { return nil }
        let numbers = (0..<4).compactMap { _ in next(Int64.self) }
        guard numbers.count == 4, byteCount >= 0 else { return nil }
        var limits = ConversionLimits()
        (limits.maxPixels, limits.maxMemoryBytes, limits.maxSeconds) = (numbers[0], numbers[1], numbers[2])
        limits.maxOutputBytes = numbers[3] < 0 ? nil : numbers[3]
        guard let task = task() else { return nil }
        var job = ConversionJob(byteCount: byteCount, keepsLocation: keepsLocation != 0, limits: limits)
        job.task = task
        return job
    }

    /// A number for the kind, and a size, which is 0 for kinds without one.
    mutating func append(_ task: ConversionTask) {
        let (kind, width, height): (UInt8, Int32, Int32) =
            switch task {
            case .video: (0, 0, 0)
            case .locationFreeJPEG: (1, 0, 0)
            case .uprightEXIF(let width, let height, let mayStay): (mayStay ? 3 : 2, width, height)
            }
        append(kind)
        append(width)
        append(height)
    }

    mutating func task() -> ConversionTask? {
        guard let kind = next(UInt8.self), let width = next(Int32.self), let height = next(Int32.self) else {
            return nil
        }
        switch kind {
        case 0: return .video
        case 1: return .locationFreeJPEG
        case 2, 3: return .uprightEXIF(width: width, height: height, mayStay: kind == 3)
        default: return nil
        }
    }

    mutating func append(_ ending: ConversionEnding) {
        switch ending {
        case .unchanged: append(UInt8(0))
        case .written: append(UInt8(1))
        case .failed(let failure):
            append(UInt8(2))
            append(failure.status.rawValue)
            append(failure.systemErrno)
            bytes += failure.text.utf8.prefix(ConversionMessage.largestReport / 2)
        }
    }

    mutating func ending() -> ConversionEnding? {
        switch next(UInt8.self) {
        case 0: return .unchanged
        case 1: return .written
        case 2:
            guard let status = next(Int32.self), let code = next(Int32.self) else { return nil }
            let text = String(decoding: bytes[position...], as: UTF8.self)
            position = bytes.count
            return .failed(ConversionFailure(PhotoStatus(rawValue: status), text, systemErrno: code))
        default: return nil
        }
    }
}
