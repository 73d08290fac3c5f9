internal import PhotoModel

/// The part of a coded image that is shown, and its orientation: the properties `clap`, `irot` and `imir`, in the order
/// of the file.
struct HEIFView: Hashable {
    let codedSize: PixelSize
    /// In pixels of the coded image.
    private(set) var part: PixelRect
    private(set) var orientation = Orientation.upright

    init(of codedSize: PixelSize) {
        self.codedSize = codedSize
        part = PixelRect(covering: codedSize)
    }

    /// The size of what is shown.
    var size: PixelSize { orientation.apply(to: part.size) }

    /// Converts a rectangle of what is shown to pixels of the coded image.
    func codedRect(of rect: PixelRect) -> PixelRect {
        var stored = orientation.storedRect(of: rect, in: size)
        stored.x += part.x
        stored.y += part.y
        return stored
    }

    /// Applies one more property. Other properties than those three change nothing.
    mutating func apply(_ property: ISOBox) throws(ImagingError) {
        switch property.type {
        case "irot":
            orientation = orientation.followed(by: Self.rotations[Int((property.content.byte(at: 0) ?? 0) & 3)])
        case "imir":
            orientation = orientation.followed(by: (property.content.byte(at: 0) ?? 0) & 1 == 0 ? .flipped : .mirrored)
        case "clap": part = codedRect(of: try Self.cleanAperture(ByteCursor(property.content), in: size))
        default: break
        }
    }

    /// The same part, turned further.
    func turned(_ next: Orientation) -> HEIFView {
        var view = self
        view.orientation = orientation.followed(by: next)
        return view
    }

    /// Counter-clockwise, in steps of 90 degrees.
    private static let rotations: [Orientation] = [.upright, .rotated270, .rotated180, .rotated90]

    /// ISO/IEC 14496-12, section 12.1.4: the size of a part, and how far its centre is from that of the image.
    private static func cleanAperture(_ cursor: ByteCursor, in size: PixelSize) throws(ImagingError) -> PixelRect {
        var cursor = cursor
        let width = try fraction(&cursor)
        let height = try fraction(&cursor)
        let right = try fraction(&cursor)
        let down = try fraction(&cursor)
        guard let horizontal = span(length: width, centre: right, of: size.width),
            let vertical = span(length: height, centre: down, of: size.height)
        else { throw .corrupt("the part of the image that is to be shown is not inside it") }
        return PixelRect(x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
    }

    private static func fraction(_ cursor: inout ByteCursor) throws(ImagingError) -> Double {
        let numerator = try cursor.signedInteger()
        let denominator = try cursor.signedInteger()
        guard denominator > 0 else {
            throw .corrupt("a part of the image with a side of \(numerator)/\(denominator)")
        }
        return Double(numerator) / Double(denominator)
    }

    private static func span(length: Double, centre: Double, of limit: Int) -> (start: Int, length: Int)? {
        let start = (centre + (Double(limit) - length) / 2).rounded(.down)
        let rounded = length.rounded()
        guard rounded >= 1, rounded <= Double(limit), start >= 0, start + rounded <= Double(limit) else { return nil }
        return (Int(start), Int(rounded))
    }
}

extension Orientation {
    /// The single orientation that has the effect of this one and then another.
    func followed(by next: Orientation) -> Orientation {
        Self.followers[Int(rawValue - 1) * Self.allCases.count + Int(next.rawValue - 1)]
    }

    // Computed once: malicious files turn images thousands of times.
    private static let followers = allCases.flatMap { first in allCases.map { first.foundFollower($0) } }

    private func foundFollower(_ next: Orientation) -> Orientation {
        // The positions of two pixels in an image of 2 × 3 distinguish all eight orientations.
        let size = PixelSize(width: 2, height: 3)
        let pixels = [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 1, y: 0, width: 1, height: 1)]
        let turned = pixels.map { next.apply(to: apply(to: $0, in: size), in: apply(to: size)) }
        return Orientation.allCases.first { one in pixels.map { one.apply(to: $0, in: size) } == turned } ?? .upright
    }
}
