public import BackendAPI
public import PhotoModel

extension picker_frame {
    /// A frame of these pixels. It retains them until `release`.
    ///
    /// The frame has no colour profile, because nothing here keeps the profile's bytes at one address. The caller adds
    /// it while it emits the frame.
    ///
    /// - Parameter flags: `PICKER_FRAME_*`.
    public init(_ pixels: PixelBuffer, flags: UInt32) {
        self.init()
        struct_size = structSize(of: picker_frame.self)
        self.flags = flags
        width = UInt32(clamping: pixels.size.width)
        height = UInt32(clamping: pixels.size.height)
        setFormat(pixels.format)
        color_space =
            switch pixels.colorSpace {
            case .sRGB: PICKER_COLOR_SRGB
            case .displayP3: PICKER_COLOR_DISPLAY_P3
            case .icc: PICKER_COLOR_ICC
            }
        setPlanes(pixels.planes)
        release_context = Unmanaged.passRetained(pixels).toOpaque()
        release = { context in
            guard let context else { return }
            Unmanaged<PixelBuffer>.fromOpaque(context).release()
        }
    }

    private mutating func setFormat(_ pixelFormat: PixelFormat) {
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

    private mutating func setPlanes(_ planes: [PixelBuffer.Plane]) {
        plane.0 = UnsafePointer(planes[0].base)
        stride.0 = UInt64(planes[0].stride)
        guard planes.count >= 3 else { return }
        plane.1 = UnsafePointer(planes[1].base)
        stride.1 = UInt64(planes[1].stride)
        plane.2 = UnsafePointer(planes[2].base)
        stride.2 = UInt64(planes[2].stride)
    }
}

extension PixelBuffer {
    /// Calls `body` with a frame of these pixels and of their colour profile, if they have one. The profile's bytes are
    /// valid until `body` returns.
    public func withFrame<Result>(flags: UInt32, _ body: (UnsafePointer<picker_frame>) -> Result) -> Result {
        var frame = picker_frame(self, flags: flags)
        guard case .icc(let profile) = colorSpace else { return body(&frame) }
        return profile.withUnsafeBufferPointer { bytes in
            // `release` releases the buffer that holds this array.
            frame.icc_profile = picker_bytes(data: bytes.baseAddress, length: UInt64(bytes.count))
            return body(&frame)
        }
    }
}
