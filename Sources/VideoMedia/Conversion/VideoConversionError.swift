public import Imaging

/// Why a video was not converted.
public enum VideoConversionError: Error, Equatable, Sendable {
    /// This system lacks what converts: a line that says what to install.
    case missing(String)
    /// The video, or the output.
    case imaging(ImagingError)
}
