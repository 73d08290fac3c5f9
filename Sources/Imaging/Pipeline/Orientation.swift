public import PhotoModel

/// How the stored image must be turned to be upright: the values of the EXIF orientation tag (EXIF 3.0,
/// section 4.6.5.1.6). Each is named after the operation that makes the stored image upright.
public enum Orientation: UInt8, Sendable, CaseIterable {
    case upright = 1
    /// Left and right are swapped.
    case mirrored = 2
    case rotated180 = 3
    /// Top and bottom are swapped.
    case flipped = 4
    /// Mirrored along the diagonal from top left to bottom right.
    case transposed = 5
    /// Turned by 90 degrees clockwise.
    case rotated90 = 6
    /// Mirrored along the diagonal from top right to bottom left.
    case transversed = 7
    /// Turned by 90 degrees counter-clockwise.
    case rotated270 = 8

    /// Whether width and height are swapped.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The orientation that turns the upright image back into the stored one.
    public var inverse: Orientation {
        switch self {
        case .rotated90: .rotated270
        case .rotated270: .rotated90
        default: self
        }
    }

    /// The size of the upright image from that of the stored one, or the reverse.
    public func apply(to size: PixelSize) -> PixelSize {
        swapsAxes ? size.transposed : size
    }
}

extension Orientation {
    /// Whether the left edge of the stored image is at the right or at the bottom of the upright one.
    var reversesX: Bool { [.mirrored, .rotated180, .transversed, .rotated270].contains(self) }

    /// Whether the top edge of the stored image is at the bottom or at the right of the upright one.
    var reversesY: Bool { [.rotated180, .flipped, .rotated90, .transversed].contains(self) }
}

extension Orientation {
    /// The rectangle in the upright image that corresponds to one in the stored image of `size`.
    public func apply(to rect: PixelRect, in size: PixelSize) -> PixelRect {
        let right = size.width - rect.x - rect.width
        let bottom = size.height - rect.y - rect.height
        return switch self {
        case .upright: rect
        case .mirrored: PixelRect(x: right, y: rect.y, width: rect.width, height: rect.height)
        case .rotated180: PixelRect(x: right, y: bottom, width: rect.width, height: rect.height)
        case .flipped: PixelRect(x: rect.x, y: bottom, width: rect.width, height: rect.height)
        case .transposed: PixelRect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
        case .rotated90: PixelRect(x: bottom, y: rect.x, width: rect.height, height: rect.width)
        case .transversed: PixelRect(x: bottom, y: right, width: rect.height, height: rect.width)
        case .rotated270: PixelRect(x: rect.y, y: right, width: rect.height, height: rect.width)
        }
    }

    /// The rectangle in the stored image that corresponds to one in the upright image of `uprightSize`.
    public func storedRect(of rect: PixelRect, in uprightSize: PixelSize) -> PixelRect {
        inverse.apply(to: rect, in: uprightSize)
    }
}
