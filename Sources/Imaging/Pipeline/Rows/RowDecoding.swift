package import PhotoModel

/// A decoder that delivers an image in bands, from the top down. For use by one thread.
package protocol RowDecoding {
    /// The kind of samples that it delivers.
    var samples: StoredSamples { get }

    /// The number of rows that it decodes at once: those of a strip, or of a row of tiles. Bands begin at multiples of it.
    var bandHeight: Int { get }

    /// The bytes of memory that it needs besides the samples that it delivers.
    var workingBytes: Int { get }

    /// The number of rows at the top that are missing in a truncated file which stores the bottom row first. The decoder fills
    /// them. 0 for all other files.
    var missingRows: Int { get }

    /// Writes the samples of a part of the image that is inside one band.
    ///
    /// - Parameters:
    ///   - target: the place for the first sample of the first row.
    ///   - stride: the number of bytes from one row to the next.
    ///   - completeRows: is set to the number of rows that were written, also if the rest cannot be read.
    func read(
        _ part: PixelRect, into target: UnsafeMutablePointer<UInt8>, stride: Int, completeRows: inout Int,
        _ cancellation: Cancellation
    ) throws(ImagingError)
}

extension RowDecoding {
    package var missingRows: Int { 0 }
}
