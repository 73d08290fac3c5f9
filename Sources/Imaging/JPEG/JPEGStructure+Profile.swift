extension JPEGStructure {
    /// The ICC profile, put together from its pieces; nil when there is none or a piece is missing.
    func colorProfile(_ source: ImageSource) throws(ImagingError) -> [UInt8]? {
        guard colorProfilePieces > 0 else { return nil }
        var bytes: [UInt8] = []
        for number in 1...colorProfilePieces {
            guard let block = colorProfile[number], block.length > 0 else { return nil }
            bytes += try source.read(at: block.offset, count: block.length)
        }
        return bytes
    }
}
