internal import CImaging
package import PhotoModel

/// Renders images whose decoder delivers them in bands. Rows are shrunk as they arrive, so that a small image from a large
/// file needs little memory.
package struct RowRenderer<Decoder: RowDecoding>: ShrinkingRenderer {
    let decoder: Decoder
    let header: ImageHeader
    let request: RenderRequest
    let limits: ImageLimits

    /// - Parameter header: the header of the image that the decoder decodes.
    package init(decoder: Decoder, header: ImageHeader, request: RenderRequest, limits: ImageLimits) {
        self.decoder = decoder
        self.header = header
        self.request = request
        self.limits = limits
    }

    /// Decodes, turns upright, crops and scales. If the file is damaged after the first row, the rows before the damage are
    /// rendered.
    ///
    /// - Throws: as `ImageDecoder.render`.
    package func render(_ source: ImageSource, _ cancellation: Cancellation) throws(ImagingError) -> RenderedImage {
        try rendered(source, cancellation)
    }

    func decode(
        _ part: PixelRect, output: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ShrunkImage, RenderDiagnostics) {
        let factor = ShrunkImage.factor(part: part.size, output: header.orientation.inverse.apply(to: output))
        try checkMemory(part, output: output, factor: factor)
        let format = decoder.samples.pixelFormat
        let cells = try PixelBuffer.allocate(
            ShrunkImage.size(part: part.size, factor: factor), format, decoder.samples.colorSpace)
        let plane = cells.planes[0]
        guard
            let shrinker = imaging_shrinker_make(
                part.width, UInt32(factor), format.bytesPerPixel, plane.base, plane.stride)
        else { throw .outOfMemory(bytes: part.width * format.bytesPerPixel) }
        let outcome = Result { () throws(ImagingError) in try shrink(part, shrinker, cancellation) }
        // Writes the last cells.
        imaging_shrinker_end(shrinker)
        guard let (error, rows) = try outcome.get() else {
            return try (ShrunkImage(partSize: part.size, factor: factor, cells: cells), diagnostics(of: part))
        }
        guard rows > 0 else { throw error }
        // Rows after the damage are transparent, or middle gray as in a damaged JPEG.
        try plane.fill(
            format == .rgba8 ? 0 : 128, rows: (rows + factor - 1) / factor..<cells.size.height, cancellation)
        return (
            ShrunkImage(partSize: part.size, factor: factor, cells: cells),
            RenderDiagnostics(error, completeRows: part.y + rows)
        )
    }

    /// The diagnostics of a part whose rows were all delivered, some of them perhaps filled by the decoder.
    private func diagnostics(of part: PixelRect) throws(ImagingError) -> RenderDiagnostics {
        guard decoder.missingRows > part.y else { return RenderDiagnostics() }
        let error = ImagingError.corrupt("the file ends before its \(decoder.missingRows) topmost rows")
        guard decoder.missingRows < part.y + part.height else { throw error }
        return RenderDiagnostics(error, completeRows: header.storedSize.height - decoder.missingRows)
    }

    /// Checks the memory for a band as samples and as pixels, and for the shrunk image.
    private func checkMemory(_ part: PixelRect, output: PixelSize, factor: Int) throws(ImagingError) {
        let samples = decoder.samples
        let (band, overflows) = part.width.multipliedReportingOverflow(by: min(decoder.bandHeight, part.height))
        try limits.check(memoryBytes: overflows || band > limits.maxMemoryBytes ? .max : band * samples.count)
        let shrunk = ShrunkImage.memoryBytes(
            part: part.size, factor: factor, output: output, channels: samples.pixelFormat.bytesPerPixel)
        let bands = band * samples.count + samples.conversionBytes(band)
        let (all, isMore) = decoder.workingBytes.addingReportingOverflow(bands + shrunk)
        try limits.check(memoryBytes: isMore ? .max : all)
    }

    /// - Returns: for a damaged file, the error and the number of rows of the part before the damage; nil for others.
    private func shrink(
        _ part: PixelRect, _ shrinker: OpaquePointer, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ImagingError, completeRows: Int)? {
        let end = part.y + part.height
        var top = part.y
        while top < end {
            try cancellation.throwIfCancelled()
            let bottom = min(end, (top / decoder.bandHeight + 1) * decoder.bandHeight)
            let band = PixelRect(x: part.x, y: top, width: part.width, height: bottom - top)
            if let (error, rows) = try shrink(band: band, shrinker, cancellation) {
                return (error, top - part.y + rows)
            }
            top = bottom
        }
        return nil
    }

    private func shrink(
        band: PixelRect, _ shrinker: OpaquePointer, _ cancellation: Cancellation
    ) throws(ImagingError) -> (ImagingError, completeRows: Int)? {
        let memory = try decoder.samples.memory(band.size)
        let plane = memory.planes[0]
        var (completeRows, failure) = (0, ImagingError?.none)
        do throws(ImagingError) {
            try decoder.read(
                band, into: plane.base, stride: plane.stride, completeRows: &completeRows, cancellation)
        } catch .corrupt(let reason) {
            failure = .corrupt(reason)
        }
        if completeRows > 0 {
            let size = PixelSize(width: band.width, height: completeRows)
            let pixels = try decoder.samples.pixels(memory, size, cancellation)
            imaging_shrinker_take(shrinker, pixels.planes[0].base, pixels.planes[0].stride, completeRows)
            withExtendedLifetime(pixels) {}
        }
        return failure.map { ($0, completeRows) }
    }
}
