internal import BackendAPI

/// Where the planes and the profile of a frame lie in its file in memory. Both processes compute it from the figures of
/// the frame, so that no offset has to be believed.
struct FrameLayout: Equatable {
    struct Part: Equatable {
        var offset: Int
        var count: Int
    }

    /// Bytes of one frame at most: what is more is not looked at.
    static let limit = 1 << 34
    private static let alignment = 64

    /// Of each plane that the format has; empty for figures that make no frame.
    private(set) var planes: [Part] = []
    private(set) var profile = Part(offset: 0, count: 0)
    private(set) var size = 0

    /// The bit that says that there is a profile.
    static let hasProfile: UInt32 = 1 << 4

    /// - Parameter present: bit `n`: plane `n` is not NULL; and `hasProfile`.
    init(_ frame: picker_frame, present: UInt32) {
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2, frame.stride.3]
        for (index, rows) in Self.rows(of: frame).enumerated() {
            guard present & 1 << UInt32(index) != 0 else {
                planes.append(Part(offset: size, count: 0))
                continue
            }
            guard let part = place(strides[index], rows: rows) else {
                self = FrameLayout()
                return
            }
            planes.append(part)
        }
        guard let part = place(present & Self.hasProfile == 0 ? 0 : frame.icc_profile.length, rows: 1) else {
            self = FrameLayout()
            return
        }
        profile = part
    }

    private init() {}

    private mutating func place(_ bytes: UInt64, rows: UInt64) -> Part? {
        let (product, isOverflow) = bytes.multipliedReportingOverflow(by: rows)
        guard !isOverflow, product <= UInt64(Self.limit - size) else { return nil }
        let part = Part(offset: size, count: Int(product))
        size = (size + part.count + Self.alignment - 1) / Self.alignment * Self.alignment
        return part
    }

    /// Rows of each plane.
    static func rows(of frame: picker_frame) -> [UInt64] {
        let height = UInt64(frame.height)
        switch frame.format {
        case PICKER_FORMAT_GRAY8, PICKER_FORMAT_RGB8, PICKER_FORMAT_RGBA8: return [height]
        case PICKER_FORMAT_YCBCR8 where frame.chroma_shift_y <= 2:
            let chroma = (height + (1 << UInt64(frame.chroma_shift_y)) - 1) >> UInt64(frame.chroma_shift_y)
            return [height, chroma, chroma]
        default: return []
        }
    }

    /// Bytes of samples in a row of a plane.
    static func samples(of frame: picker_frame, plane: Int) -> UInt64 {
        let width = UInt64(frame.width)
        switch frame.format {
        case PICKER_FORMAT_RGB8: return width * 3
        case PICKER_FORMAT_RGBA8: return width * 4
        case PICKER_FORMAT_YCBCR8 where plane > 0 && frame.chroma_shift_x <= 2:
            return (width + (1 << UInt64(frame.chroma_shift_x)) - 1) >> UInt64(frame.chroma_shift_x)
        default: return width
        }
    }
}
