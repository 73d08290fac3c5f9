internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

/// Receives the frames of one image request and makes sure that the backend keeps rule R14: degraded frames or none, then exactly
/// one final frame.
struct FrameReceiver {
    private let backend: String
    /// What image files are decoded to, and until when.
    private let options: ImageOptions
    private let control: CallControl
    private var state = DeliveryState()

    init(backend: String, options: ImageOptions, control: CallControl) {
        self.backend = backend
        self.options = options
        self.control = control
    }

    /// Calls `body` with a sink that hands each good frame to `deliver`, which answers whether it wants more.
    mutating func withSink(
        _ deliver: @escaping (Frame) -> Bool, _ body: (UnsafePointer<picker_frame_sink>) -> picker_status
    ) -> picker_status {
        let context = Context(state: state, deliver: deliver) { [options, control] file throws(ImagingError) in
            try file.render(options, limits: .ofProcess, cancellation: control.cancellation)
        }
        var sink = picker_frame_sink()
        sink.struct_size = structSize(of: picker_frame_sink.self)
        sink.context = Unmanaged.passUnretained(context).toOpaque()
        sink.emit = { context, frame in
            guard let context, let frame else { return PICKER_STOP }
            let receiver = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
            return receiver.take(boundedCopy(of: frame, into: picker_frame())) ? PICKER_CONTINUE : PICKER_STOP
        }
        let status = withExtendedLifetime(context) { withUnsafePointer(to: &sink) { body($0) } }
        state = context.state
        return status
    }

    /// Throws when the backend said that all is well and it is not.
    func finish() throws(PhotoError) {
        if let failure = state.failure { throw PhotoError(failure, asking: control.cancellation) }
        if let refusal = state.refusal { throw PhotoError(refusal, from: backend) }
        if let fault = state.fault { throw PhotoError(.internal, "\(backend): \(fault)") }
    }

    private final class Context {
        var state: DeliveryState
        let deliver: (Frame) -> Bool
        let decode: (WholeImageFile) throws(ImagingError) -> RenderedImage

        init(
            state: DeliveryState, deliver: @escaping (Frame) -> Bool,
            decode: @escaping (WholeImageFile) throws(ImagingError) -> RenderedImage
        ) {
            self.state = state
            self.deliver = deliver
            self.decode = decode
        }

        func take(_ frame: picker_frame) -> Bool {
            // Owned from here on, whatever comes of it: `release` runs when the buffer dies.
            let owned = OwnedFrame(frame)
            do throws(LinkRefusal) {
                try checkLinks(from: frame.next)
            } catch {
                state.refuse(error)
                return false
            }
            guard let (pixels, isDamaged) = pixels(of: owned) else { return false }
            let isFinal = frame.flags & PICKER_FRAME_FINAL != 0
            guard state.accept(isFinal: isFinal) else { return false }
            let wantsMore = deliver(
                Frame(
                    pixels: pixels, isDegraded: frame.flags & PICKER_FRAME_DEGRADED != 0, isFinal: isFinal,
                    isIncomplete: frame.flags & PICKER_FRAME_INCOMPLETE != 0 || isDamaged))
            if !wantsMore { state.stop() }
            return wantsMore && !isFinal
        }

        /// The pixels of a frame, and whether its image file is incomplete; nil if it cannot be used.
        private func pixels(of frame: OwnedFrame) -> (buffer: PixelBuffer, isDamaged: Bool)? {
            do throws(ImagingError) {
                if let file = frame.file() {
                    let decoded = try decode(file)
                    return (decoded.buffer, decoded.diagnostics.isIncomplete)
                }
            } catch {
                state.fail(error)
                return nil
            }
            guard let pixels = frame.pixels() else {
                state.reject("it delivered a frame with impossible planes")
                return nil
            }
            return (pixels, false)
        }
    }
}

/// The state of the delivery of one image. A pure value.
struct DeliveryState {
    private enum Phase {
        case open, finished, stopped
        case broken(String)
    }
    private var phase = Phase.open
    private var count = 0
    /// Frames of one request: degraded ones show more of an image each time, and then there is the final one. Twice as many
    /// as one worker may send: a call is made again in another worker when the first one is ended.
    private static let limit = 512
    /// Why a frame was not understood.
    private(set) var refusal: LinkRefusal?
    /// Why an image file was not decoded.
    private(set) var failure: ImagingError?

    /// Whether a frame may be handed on.
    mutating func accept(isFinal: Bool) -> Bool {
        switch phase {
        case .open:
            count += 1
            if isFinal { phase = .finished }
            if !isFinal, count >= Self.limit { phase = .broken("it delivered \(count) frames and none of them final") }
            return count < Self.limit || isFinal
        case .finished:
            phase = .broken("it delivered a frame after the final one")
            return false
        case .stopped, .broken:
            return false
        }
    }

    mutating func stop() {
        if case .open = phase { phase = .stopped }
    }

    mutating func reject(_ reason: String) { phase = .broken(reason) }

    mutating func fail(_ failure: ImagingError) {
        self.failure = failure
        stop()
    }

    mutating func refuse(_ refusal: LinkRefusal) {
        self.refusal = refusal
        stop()
    }

    /// What is wrong when the backend returns PICKER_OK now.
    var fault: String? {
        switch phase {
        case .open: "it returned without a final frame"
        case .finished, .stopped: nil
        case .broken(let reason): reason
        }
    }
}
