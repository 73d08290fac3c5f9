internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// Hands the frames of one image request to the host and holds rule R14: degraded frames or none, then one final.
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
        guard state == .open else { return .stop }
        let answer = emit(table.context, frame)
        state = frame.isFinal ? .finished : answer == PICKER_CONTINUE ? .open : .stopped
        return state == .open ? .more : .stop
    }

    /// As the other, of a file that the host decodes.
    mutating func deliver(_ file: ImageFile) -> Flow {
        guard state == .open else { return .stop }
        var record = file.record()
        let answer = emit(table.context, &record)
        state = file.isFinal ? .finished : answer == PICKER_CONTINUE ? .open : .stopped
        return state == .open ? .more : .stop
    }

    /// Whether the request ended as it must: with a final frame, or because the host wanted no more.
    func finish() throws(PhotoError) {
        guard state == .open else { return }
        throw PhotoError(.internal, "the backend returned without a final frame")
    }

    private func emit(_ context: UnsafeMutableRawPointer?, _ frame: Frame) -> picker_flow {
        var record = frame.record()
        guard case .icc(let profile) = frame.pixels.colorSpace else { return emit(context, &record) }
        return profile.withUnsafeBufferPointer { bytes in
            // The buffer that holds this array is retained until release.
            record.icc_profile = picker_bytes(data: bytes.baseAddress, length: UInt64(bytes.count))
            return emit(context, &record)
        }
    }
}

extension Frame {
    private var flags: UInt32 {
        (isDegraded ? PICKER_FRAME_DEGRADED : 0) | (isFinal ? PICKER_FRAME_FINAL : 0)
            | (isIncomplete ? PICKER_FRAME_INCOMPLETE : 0)
    }

    /// The frame for C; its `release` gives up the reference to the pixels that is taken here.
    fileprivate func record() -> picker_frame {
        var record = picker_frame()
        record.struct_size = structSize(of: picker_frame.self)
        record.flags = flags
        record.width = UInt32(clamping: pixels.size.width)
        record.height = UInt32(clamping: pixels.size.height)
        record.setFormat(pixels.format)
        record.color_space =
            switch pixels.colorSpace {
            case .sRGB: PICKER_COLOR_SRGB
            case .displayP3: PICKER_COLOR_DISPLAY_P3
            case .icc: PICKER_COLOR_ICC
            }
        record.setPlanes(pixels.planes)
        record.release_context = Unmanaged.passRetained(pixels).toOpaque()
        record.release = { context in
            guard let context else { return }
            Unmanaged<PixelBuffer>.fromOpaque(context).release()
        }
        return record
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

extension picker_frame {
    fileprivate mutating func setFormat(_ pixelFormat: PixelFormat) {
        switch pixelFormat {
        case .gray8: format = PICKER_FORMAT_GRAY8
        case .rgb8: format = PICKER_FORMAT_RGB8
        case .rgba8: format = PICKER_FORMAT_RGBA8
        case .ycbcr8(let subsampling):
            format = PICKER_FORMAT_YCBCR8
            chroma_shift_x = UInt32(subsampling.horizontalShift)
            chroma_shift_y = UInt32(subsampling.verticalShift)
        }
    }

    fileprivate mutating func setPlanes(_ planes: [PixelBuffer.Plane]) {
        plane.0 = UnsafePointer(planes[0].base)
        stride.0 = UInt64(planes[0].stride)
        guard planes.count >= 3 else { return }
        plane.1 = UnsafePointer(planes[1].base)
        stride.1 = UInt64(planes[1].stride)
        plane.2 = UnsafePointer(planes[2].base)
        stride.2 = UInt64(planes[2].stride)
    }
}
