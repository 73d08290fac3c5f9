package import PhotoModel

/// Reads what is needed from a photo's file to write the photo again. All parsing for that is here, so that it can be done
/// in the host or in a confined process.
package struct PhotoRewriting: Sendable {
    private let source: ImageSource

    /// - Parameter source: the file, or its beginning if that is enough.
    package init(_ source: ImageSource) { self.source = source }

    /// Takes over the descriptor of an open file.
    package init(adopting fileNumber: CInt) throws(ImagingError) {
        source = try ImageSource(adopting: fileNumber)
    }

    /// Whether the file is a JPEG that need not be turned, so that every program shows it correctly.
    package var isUprightJPEG: Bool {
        guard (try? ImageDecoder().header(of: source).format) == .jpeg else { return false }
        return (try? ImageDecoder().metadata(of: source).orientation) == .upright
    }

    /// The EXIF block for a JPEG that is upright and has another size; nil if the file has no block that can be read.
    ///
    /// - Parameters:
    ///   - size: the size of the new JPEG, in pixels.
    ///   - keepsLocation: whether the location is kept.
    package func exifBlock(size: PixelSize, keepsLocation: Bool) -> [UInt8]? {
        guard let block = (try? ImageDecoder().exifBlock(of: source)) ?? nil else { return nil }
        return CompatibleJPEG(keepsLocation: keepsLocation).block(block, size)
    }

    /// Passes the file without its location to `write`, piece by piece; see `LocationFreeJPEG`.
    ///
    /// - Returns: the error of `write`, after which nothing more is written; nil if there was none.
    package func withoutLocation<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(ImagingError) -> Failure? {
        var jpeg = try source.withoutLocation()
        while let piece = try jpeg.next() {
            do throws(Failure) {
                try write(piece)
            } catch {
                return error
            }
        }
        return nil
    }
}
