package import PhotoModel

/// What the helper program makes of a file that is not trusted.
package enum ConversionTask: Hashable, Sendable {
    /// A video that every player shows, of bytes that the host reads when they are asked for.
    case video
    /// A JPEG without the place where it was taken; the input is the file.
    case locationFreeJPEG
    /// The EXIF block of a photo that is written again upright, in that size; the input is the beginning of its file.
    ///
    /// - Parameter mayStay: whether a JPEG that need not be turned stays as it is.
    case uprightEXIF(width: Int32, height: Int32, mayStay: Bool)

    /// A photo without EXIF has no block.
    var mayWriteNothing: Bool {
        if case .uprightEXIF = self { true } else { false }
    }
}

/// What the helper program is asked to do with one file.
package struct ConversionJob: Hashable, Sendable {
    package var task = ConversionTask.video
    /// Bytes of the file.
    package var byteCount: Int64
    /// Whether the place stays where the file has one.
    package var keepsLocation: Bool
    package var limits: ConversionLimits

    package init(byteCount: Int64, keepsLocation: Bool, limits: ConversionLimits = ConversionLimits()) {
        (self.byteCount, self.keepsLocation, self.limits) = (byteCount, keepsLocation, limits)
    }
}

/// What the conversion of one video may cost.
package struct ConversionLimits: Hashable, Sendable {
    /// Width times height of a frame. 36 megapixels: 8K.
    package var maxPixels: Int64 = 36_000_000
    /// Memory for frames, by an estimate from the header.
    package var maxMemoryBytes: Int64 = 4 << 30
    /// Seconds from the beginning to the end.
    package var maxSeconds: Int64 = 6 * 3600
    /// Bytes of the converted file; nil: as many as any conversion of such a source may need.
    package var maxOutputBytes: Int64?

    package init() {}

    /// Bytes that the converted file may have. What is coded best today takes some 20 times as much as H.264.
    package func outputBytes(ofSource byteCount: Int64) -> Int64 {
        let (bytes, overflows) = byteCount.multipliedReportingOverflow(by: 64)
        return maxOutputBytes ?? (overflows ? Int64.max >> 1 : min(bytes, .max >> 1) + (1 << 30))
    }
}

/// How a conversion ended, in the words of the helper program.
package enum ConversionEnding: Hashable, Sendable {
    /// Every program shows the file as it is.
    case unchanged
    /// The output has what was made.
    case written
    case failed(ConversionFailure)
}

/// Why the helper program made nothing.
package struct ConversionFailure: Error, Hashable, Sendable {
    package var status: PhotoStatus
    /// errno; 0 when the system said nothing.
    package var systemErrno: Int32
    /// One line.
    package var text: String

    package init(_ status: PhotoStatus, _ text: String, systemErrno: Int32 = 0) {
        (self.status, self.text, self.systemErrno) = (status, text, systemErrno)
    }
}
