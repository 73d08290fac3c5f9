package import PhotoModel

/// What the helper program is asked to do with one video.
package struct ConversionJob: Hashable, Sendable {
    /// Bytes of the video.
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
    /// Every player knows the video as it is.
    case unchanged
    /// The output has the converted file.
    case written
    case failed(ConversionFailure)
}

/// Why the helper program did not convert a video.
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
