package import PhotoModel

/// What the helper program makes of an untrusted file.
package enum ConversionTask: Hashable, Sendable {
    /// A video that every player can play. The host sends the bytes of the source on request.
    case video
    /// A JPEG without the location where it was taken, made from the file that the program gets as its input.
    case locationFreeJPEG
    /// The EXIF block for a photo that is encoded again, upright and in that size. The program gets the beginning of
    /// the photo's file as its input.
    ///
    /// - Parameter mayStay: whether a JPEG that is upright already is left as it is.
    case uprightEXIF(width: Int32, height: Int32, mayStay: Bool)

    /// Whether an empty output is valid: there is no block for a photo without EXIF.
    var mayWriteNothing: Bool {
        if case .uprightEXIF = self { true } else { false }
    }
}

/// One file and what the helper program should do with it.
package struct ConversionJob: Hashable, Sendable {
    package var task = ConversionTask.video
    /// The size of the file in bytes.
    package var byteCount: Int64
    /// Whether the location is kept, if the file has one.
    package var keepsLocation: Bool
    package var limits: ConversionLimits

    package init(byteCount: Int64, keepsLocation: Bool, limits: ConversionLimits = ConversionLimits()) {
        (self.byteCount, self.keepsLocation, self.limits) = (byteCount, keepsLocation, limits)
    }
}

/// The limits for the conversion of one file.
package struct ConversionLimits: Hashable, Sendable {
    /// The most pixels of a frame. 36 megapixels allow 8K.
    package var maxPixels: Int64 = 36_000_000
    /// The most bytes of memory for frames, estimated from the header.
    package var maxMemoryBytes: Int64 = 4 << 30
    /// The most seconds that the conversion may take.
    package var maxSeconds: Int64 = 6 * 3600
    /// The most bytes of the output; nil for the most that a conversion of such a source may need.
    package var maxOutputBytes: Int64?

    package init() {}

    /// The most bytes of the output. H.264 needs some 20 times as much as the best codecs of today.
    package func outputBytes(ofSource byteCount: Int64) -> Int64 {
        let (bytes, overflows) = byteCount.multipliedReportingOverflow(by: 64)
        return maxOutputBytes ?? (overflows ? Int64.max >> 1 : min(bytes, .max >> 1) + (1 << 30))
    }
}

/// How a conversion ended, as the helper program reports it.
package enum ConversionEnding: Hashable, Sendable {
    /// The file need not be converted: every program can show it.
    case unchanged
    /// The result is in the output.
    case written
    case failed(ConversionFailure)
}

/// Why the helper program failed.
package struct ConversionFailure: Error, Hashable, Sendable {
    package var status: PhotoStatus
    /// errno; 0 if no system call failed.
    package var systemErrno: Int32
    /// One line.
    package var text: String

    package init(_ status: PhotoStatus, _ text: String, systemErrno: Int32 = 0) {
        (self.status, self.text, self.systemErrno) = (status, text, systemErrno)
    }
}
