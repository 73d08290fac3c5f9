internal import BackendKit
internal import PhotoModel

extension PlaylistLibrary {
    /// One frame, the final one, whatever the delivery mode: this backend has no quicker picture to show first. Colour
    /// profiles are not read: what is not sRGB is shown as if it were.
    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        let photo = try catalog.photo(localIdentifier)
        guard acceptedFormats.contains(.rgb8) else { throw .unsupported("this backend has frames in RGB8 alone") }
        let limits = ImageLimits(host.limits)
        let check: () throws(PhotoError) -> Void = { () throws(PhotoError) in
            try call.check()
            try limits.checkTime()
        }
        try limits.checkFile(photo.asset.byteSize)
        let bytes = try root.bytes(of: photo, from: 0, count: Int(photo.asset.byteSize), check: check)
        let decoder = try JPEGDecoder(bytes)
        let whole = photo.orientation > 4 ? decoder.size.transposed : decoder.size
        let geometry = try options.geometry(of: whole)
        let drawing = Drawing(geometry: geometry, wholeSize: whole, orientation: photo.orientation)
        // Before memory is taken (R14.9).
        try limits.checkPixels(whole, geometry.size, drawing.denominator, fileBytes: bytes.count)
        let picture = try decoder.decode(denominator: drawing.denominator)
        let pixels = try drawing.draw(picture.pixels, check: check)
        _ = deliver(Frame(pixels: pixels, isIncomplete: picture.isIncomplete))
    }
}
