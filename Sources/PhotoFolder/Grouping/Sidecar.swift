/// Files beside a photo that are no photos themselves.
package enum Sidecar: Sendable {
    /// `.AAE`: what was edited, as iPhones write it.
    case adjustments
    /// `.xmp`: rating, title and keywords, as RAW developers write them.
    case metadata
    /// `.THM`: a preview, as old cameras write it.
    case thumbnail

    /// In small letters.
    var suffix: StaticString {
        switch self {
        case .adjustments: ".aae"
        case .metadata: ".xmp"
        case .thumbnail: ".thm"
        }
    }
}
