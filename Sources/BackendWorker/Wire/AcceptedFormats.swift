internal import BackendAPI

extension picker_image_request {
    /// Leaves the formats that frames can have on their way to the host; a newer host may have asked for others (R14.7).
    ///
    /// - Returns: false: none is left of those that were asked for.
    mutating func acceptsWhatCrosses() -> Bool {
        guard accepted_formats != 0 else { return true }
        accepted_formats &= 2 << PICKER_FORMAT_IMAGE_FILE - 1
        return accepted_formats != 0
    }
}
