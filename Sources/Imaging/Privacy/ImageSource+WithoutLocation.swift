extension ImageSource {
    /// The same picture without what tells where it was taken. The picture's own data are not touched.
    ///
    /// - Throws: `unsupportedFormat` for everything but JPEG, rather than giving out what may hold a place; `corrupt`,
    ///   `io`.
    public func withoutLocation() throws(ImagingError) -> LocationFreeJPEG {
        let format = try ImageDecoder.format(try SourceWindow(self))
        guard format == .jpeg else {
            throw .unsupportedFormat("\(ImageDecoder.name(format)) (the place can be taken out of JPEG only)")
        }
        return try LocationFreeJPEG(self)
    }
}
