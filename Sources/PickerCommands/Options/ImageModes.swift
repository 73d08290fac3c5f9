internal import ArgumentParser
internal import PhotoModel

enum ModeOption: String, WordOption {
    case fit, fill

    var mode: ContentMode { self == .fit ? .aspectFit : .aspectFill }
}

enum DeliveryOption: String, WordOption {
    case opportunistic
    case highQuality = "high-quality"
    case fast

    var mode: DeliveryMode {
        switch self {
        case .opportunistic: .opportunistic
        case .highQuality: .highQualityFormat
        case .fast: .fastFormat
        }
    }
}

enum ResizeOption: String, WordOption {
    case exact, fast, none

    var mode: ResizeMode {
        switch self {
        case .exact: .exact
        case .fast: .fast
        case .none: .none
        }
    }
}

enum VersionOption: String, WordOption {
    case current, unadjusted, original

    var version: ImageVersion {
        switch self {
        case .current: .current
        case .unadjusted: .unadjusted
        case .original: .original
        }
    }
}

enum ColorOption: String, WordOption {
    case srgb, keep
}
