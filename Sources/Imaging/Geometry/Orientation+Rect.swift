public import Pixels

extension Orientation {
    /// Where a rectangle of the stored image, which has `size`, lies in the upright image.
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

    /// Where a rectangle of the upright image, which has `uprightSize`, lies in the stored image.
    public func storedRect(of rect: PixelRect, in uprightSize: PixelSize) -> PixelRect {
        inverse.apply(to: rect, in: uprightSize)
    }
}
