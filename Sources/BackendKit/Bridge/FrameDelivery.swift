internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// Hands the frames of one image request to the host and enforces rule R14: degraded frames or none, then one final.
struct FrameDelivery {
    private let table: picker_frame_sink
    private let emit: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<picker_frame>?) -> picker_flow
    private var state = State.open

    private enum State { case open, stopped, finished }

    init(_ sink: UnsafePointer<picker_frame_sink>?) throws(PhotoError) {
        let table = try argument(sink, picker_frame_sink(), "sink")
        self.table = table
        guard let emit = table.emit else { throw .invalidArgument("the sink has no emit") }
        self.emit = emit
    }

    /// Frames after the final one, or after the host said stop, are dropped: the backend is at fault, not the host.
    mutating func deliver(_ frame: Frame) -> Flow {
        deliver(isFinal: frame.isFinal) { [emit, table] in
            frame.pixels.withFrame(flags: frame.flags) { emit(table.context, $0) }
        }
    }

    /// As the other, of a file that the host decodes.
    mutating func deliver(_ file: ImageFile) -> Flow {
        deliver(isFinal: file.isFinal) { [emit, table] in
            var record = file.record()
            return emit(table.context, &record)
        }
    }

    private mutating func deliver(isFinal: Bool, _ emitFrame: () -> picker_flow) -> Flow {
        guard state == .open else { return .stop }
        let answer = emitFrame()
        state = isFinal ? .finished : answer == PICKER_CONTINUE ? .open : .stopped
        return state == .open ? .more : .stop
    }

    /// Whether the request ended as it must: with a final frame, or because the host wanted no more.
    func finish() throws(PhotoError) {
        guard state == .open else { return }
        throw PhotoError(.internal, "the backend returned without a final frame")
    }
}

extension Frame {
    fileprivate var flags: UInt32 {
        (isDegraded ? PICKER_FRAME_DEGRADED : 0) | (isFinal ? PICKER_FRAME_FINAL : 0)
            | (isIncomplete ? PICKER_FRAME_INCOMPLETE : 0)
    }
}

extension ImageFile {
    /// The file for C; its `release` frees the copy that is made here.
    fileprivate func record() -> picker_frame {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = copy.initialize(from: bytes)
        var record = picker_frame()
        record.struct_size = structSize(of: picker_frame.self)
        record.flags = (isDegraded ? PICKER_FRAME_DEGRADED : 0) | (isFinal ? PICKER_FRAME_FINAL : 0)
        record.width = UInt32(clamping: fullSize?.width ?? 0)
        record.height = UInt32(clamping: fullSize?.height ?? 0)
        record.format = PICKER_FORMAT_IMAGE_FILE
        record.plane.0 = UnsafePointer(copy.baseAddress)
        record.stride.0 = UInt64(bytes.count)
        record.release_context = UnsafeMutableRawPointer(copy.baseAddress)
        record.release = { $0?.deallocate() }
        return record
    }
}
