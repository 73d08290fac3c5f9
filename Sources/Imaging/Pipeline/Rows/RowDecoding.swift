package import PhotoModel

/// A decoder that gives an image band after band, from the top down. For one thread.
package protocol RowDecoding {
    /// What it gives.
    var samples: StoredSamples { get }

    /// Rows that it decodes at once: those of a strip, or of a row of tiles. Bands begin at multiples of it.
    var bandHeight: Int { get }

    /// Memory that it takes besides the samples that it gives.
    var workingBytes: Int { get }

    /// How many rows at the top a file that is cut off does not reach, whose first row is the bottom one: their samples
    /// are made up. 0 for others.
    var missingRows: Int { get }

    /// Writes the samples of a part of the image that is inside of one band.
    ///
    /// - Parameters:
    ///   - target: The first sample of the first row.
    ///   - stride: Bytes from one row to the next.
    ///   - completeRows: Becomes the number of rows that were written, also when the rest cannot be.
    func read(
        _ part: PixelRect, into target: UnsafeMutablePointer<UInt8>, stride: Int, completeRows: inout Int,
        _ cancellation: Cancellation
    ) throws(ImagingError)
}

extension RowDecoding {
    package var missingRows: Int { 0 }
}
