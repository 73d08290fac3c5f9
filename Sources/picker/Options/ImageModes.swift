internal import ArgumentParser
internal import PhotoModel
internal import Pixels

enum ModeOption: String, ExpressibleByArgument, CaseIterable {
    case fit, fill

    var mode: ContentMode { self == .fit ? .aspectFit : .aspectFill }
}

enum DeliveryOption: String, ExpressibleByArgument, CaseIterable {
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

enum ResizeOption: String, ExpressibleByArgument, CaseIterable {
    case exact, fast, none

    var mode: ResizeMode {
        switch self {
        case .exact: .exact
        case .fast: .fast
        case .none: .none
        }
    }
}

enum VersionOption: String, ExpressibleByArgument, CaseIterable {
    case current, unadjusted, original

    var version: ImageVersion {
        switch self {
        case .current: .current
        case .unadjusted: .unadjusted
        case .original: .original
        }
    }
}

enum ColorOption: String, ExpressibleByArgument, CaseIterable {
    case srgb, keep
}

extension ImageOptions {
    /// The resize mode that people expect who name none: exactly the size, but never larger than the photo.
    mutating func scaleDownOnly(_ asset: Asset) {
        guard let target = targetSize else { return }
        let isLarger =
            contentMode == .aspectFit
            ? asset.pixelWidth > target.width || asset.pixelHeight > target.height
            : asset.pixelWidth >= target.width && asset.pixelHeight >= target.height
        resizeMode = isLarger && crop == nil ? .exact : .fast
    }
}
