package import PhotoModel

/// What a photo's file says that counts when it is written again. All that is parsed for that is parsed here, so that it can
/// happen in the host, or in a process that is confined.
package struct PhotoRewriting: Sendable {
    private let source: ImageSource

    /// - Parameter source: the file, or its beginning where only that is needed.
    package init(_ source: ImageSource) { self.source = source }

    /// Takes an open file over, of any origin.
    package init(adopting fileNumber: CInt) throws(ImagingError) {
        source = try ImageSource(adopting: fileNumber)
    }

    /// Whether it is a JPEG that need not be turned: every program shows it.
    package var isUprightJPEG: Bool {
        guard (try? ImageDecoder().header(of: source).format) == .jpeg else { return false }
        return (try? ImageDecoder().metadata(of: source).orientation) == .upright
    }

    /// The EXIF block for a JPEG that is upright and has another size; nil when the file has none, or one that cannot be read.
    ///
    /// - Parameters:
    ///   - size: of the new JPEG, in pixels.
    ///   - keepsLocation: whether the place stays in it.
    package func exifBlock(size: PixelSize, keepsLocation: Bool) -> [UInt8]? {
        guard let block = (try? ImageDecoder().exifBlock(of: source)) ?? nil else { return nil }
        return CompatibleJPEG(keepsLocation: keepsLocation).block(block, size)
    }

    /// Hands the file on without the place where it was taken, piece by piece: see `LocationFreeJPEG`.
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
