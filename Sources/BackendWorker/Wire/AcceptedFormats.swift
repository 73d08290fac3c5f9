internal import BackendAPI

extension picker_image_request {
    /// Removes the formats in which frames cannot cross to the host; a newer host may have asked for others (R14.7).
    ///
    /// - Returns: false if formats were asked for and none of them is left.
    mutating func acceptsWhatCrosses() -> Bool {
        guard accepted_formats != 0 else { return true }
        accepted_formats &= 2 << PICKER_FORMAT_IMAGE_FILE - 1
        return accepted_formats != 0
    }
}
