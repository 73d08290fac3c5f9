internal import ABIMemory
internal import BackendAPI

/// The largest frame that a call may give, by what was asked for and by the administrator's limits. A pure value.
struct FrameBounds: Equatable {
    /// The limits of this project's backends if the administrator set none.
    var pixels: UInt64 = 500_000_000
    var bytes: UInt64 = 1 << 31
    /// The box that a frame has to fit into; nil if the backend may choose the size.
    var box: (width: UInt32, height: UInt32)?

    init() {}

    /// The bounds for the frames of an image request.
    ///
    /// - Parameter isExact: whether the backend makes frames of exact sizes (R14.6).
    init(_ request: picker_image_request, isExact: Bool) {
        guard isExact, request.resize_mode == PICKER_RESIZE_EXACT else { return }
        setBox(request.target_width, request.target_height)
    }

    /// The bounds for a poster, which must fit into its box.
    init(posterWidth width: UInt32, height: UInt32) { setBox(width, height) }

    /// A width and a height of 0 ask for full size, without a box.
    private mutating func setBox(_ width: UInt32, _ height: UInt32) {
        if width > 0, height > 0 { box = (width, height) }
    }

    /// The bounds with the limits that the administrator set.
    func limited(by limits: picker_limits_v1?) -> FrameBounds {
        guard let limits else { return self }
        var bounds = self
        if limits.max_pixels > 0 { bounds.pixels = limits.max_pixels }
        if limits.max_request_bytes > 0 { bounds.bytes = limits.max_request_bytes }
        return bounds
    }

    func allows(_ frame: picker_frame, byteCount: Int) -> Bool {
        // The products of two 32-bit numbers fit into 64 bits. The limit is one of photos: what is enlarged to a size that was asked for may have
        // more pixels (R14.6).
        let most = max(pixels, box.map { UInt64($0.width) * UInt64($0.height) } ?? 0)
        guard UInt64(frame.width) * UInt64(frame.height) <= most, UInt64(byteCount) <= bytes else { return false }
        // A degraded frame may have any size; it comes before the one of the requested size.
        guard let box, frame.flags & UInt32(PICKER_FRAME_DEGRADED) == 0 else { return true }
        return frame.width <= box.width && frame.height <= box.height
    }

    static func == (left: Self, right: Self) -> Bool {
        left.pixels == right.pixels && left.bytes == right.bytes && left.box?.width == right.box?.width
            && left.box?.height == right.box?.height
    }
}
