internal import ABIMemory
internal import BackendAPI

/// What a frame can be at most, by what was asked for and by the administrator's limits. A pure value.
struct FrameBounds: Equatable {
    /// As the backends of this project have them where the administrator set none.
    var pixels: UInt64 = 500_000_000
    var bytes: UInt64 = 1 << 31
    /// The box that a frame has to fit into; nil: the size is the backend's choice.
    var box: (width: UInt32, height: UInt32)?

    init() {}

    /// Of the frames of an image request.
    ///
    /// - Parameter isExact: whether the backend makes frames of exact sizes (R14.6).
    init(_ request: picker_image_request, isExact: Bool) {
        guard isExact, request.resize_mode == PICKER_RESIZE_EXACT else { return }
        setBox(request.target_width, request.target_height)
    }

    /// Of a poster, which is inside of its box.
    init(posterWidth width: UInt32, height: UInt32) { setBox(width, height) }

    /// Both 0: full size.
    private mutating func setBox(_ width: UInt32, _ height: UInt32) {
        if width > 0, height > 0 { box = (width, height) }
    }

    /// With those that the administrator set.
    func limited(by limits: picker_limits_v1?) -> FrameBounds {
        guard let limits else { return self }
        var bounds = self
        if limits.max_pixels > 0 { bounds.pixels = limits.max_pixels }
        if limits.max_request_bytes > 0 { bounds.bytes = limits.max_request_bytes }
        return bounds
    }

    func allows(_ frame: picker_frame, byteCount: Int) -> Bool {
        // The product of two numbers of 32 bits fits into 64.
        guard UInt64(frame.width) * UInt64(frame.height) <= pixels, UInt64(byteCount) <= bytes else { return false }
        // A degraded frame comes before the one of the size that was asked for.
        guard let box, frame.flags & UInt32(PICKER_FRAME_DEGRADED) == 0 else { return true }
        return frame.width <= box.width && frame.height <= box.height
    }

    static func == (left: Self, right: Self) -> Bool {
        left.pixels == right.pixels && left.bytes == right.bytes && left.box?.width == right.box?.width
            && left.box?.height == right.box?.height
    }
}
