internal import CImaging
public import PhotoModel

/// An image that was rendered, and what was wrong with its file.
public struct RenderedImage: Sendable {
    /// Upright, cropped and scaled.
    public let buffer: PixelBuffer
    public let diagnostics: RenderDiagnostics

    package init(buffer: PixelBuffer, diagnostics: RenderDiagnostics) {
        self.buffer = buffer
        self.diagnostics = diagnostics
    }
}

/// What was wrong with an image that could be rendered all the same.
public struct RenderDiagnostics: Hashable, Sendable {
    /// Whether the file ends before the image does; the rest of the image is filled in.
    public var isTruncated = false
    /// Whether a part of the image, or of its detail, is missing, because the file is cut off inside it or its data is damaged.
    /// Not set when only the end marker is missing, nor for damage that leaves every pixel as it was.
    public var isIncomplete = false
    /// Rows of the stored, full-size image that were decoded before the file ended; nil if nothing is missing.
    public var completeRows: Int?
    /// Places where damaged data was skipped or guessed.
    public var warningCount = 0
    /// The decoder's message about the first of these places.
    public var firstWarning: String?

    /// Nothing was wrong.
    public var isClean: Bool { !isTruncated && warningCount == 0 }

    public init() {}

    init(_ report: imaging_jpeg_report, eighths: Int) {
        isTruncated = report.is_truncated != 0
        isIncomplete = report.is_incomplete != 0
        completeRows = isTruncated ? report.complete_rows * 8 / eighths : nil
        warningCount = report.warnings
        let message = withUnsafeBytes(of: report.first_warning) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        firstWarning = message.isEmpty ? nil : message
    }

    /// The diagnostics of a file that ends after some rows.
    init(_ status: imaging_status, completeRows: Int) {
        isTruncated = true
        isIncomplete = true
        self.completeRows = completeRows
        warningCount = 1
        firstWarning = withUnsafeBytes(of: status.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The diagnostics of a file that is damaged after some rows.
    init(_ error: ImagingError, completeRows: Int) {
        isTruncated = true
        isIncomplete = true
        self.completeRows = completeRows
        warningCount = 1
        firstWarning = if case .corrupt(let reason) = error { reason } else { error.description }
    }
}
