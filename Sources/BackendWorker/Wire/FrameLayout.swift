internal import BackendAPI

/// Where the planes and the colour profile of a frame are in its file in memory. Both processes compute the layout from
/// the fields of the frame, so that neither has to trust an offset.
struct FrameLayout: Equatable {
    struct Part: Equatable {
        var offset: Int
        var count: Int
    }

    /// The most bytes of one frame; larger ones are refused unread.
    static let limit = 1 << 34
    /// The most bytes of a profile.
    private static let profileLimit: UInt64 = 1 << 24
    /// The most bytes of padding between two rows; a worker packs the rows of frames that have more.
    static let largestGap: UInt64 = 4096
    private static let alignment = 64

    /// The part of each plane that the format has; empty for impossible fields.
    private(set) var planes: [Part] = []
    private(set) var profile = Part(offset: 0, count: 0)
    private(set) var size = 0

    /// The bit of `present` for the profile.
    static let hasProfile: UInt32 = 1 << 4

    /// - Parameter present: has bit `n` if plane `n` is not NULL, and `hasProfile` if there is a profile.
    init(_ frame: picker_frame, present: UInt32) {
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2, frame.stride.3]
        for (index, rows) in Self.rows(of: frame).enumerated() {
            guard present & 1 << UInt32(index) != 0 else {
                planes.append(Part(offset: size, count: 0))
                continue
            }
            let samples = Self.samples(of: frame, plane: index)
            guard strides[index] >= samples, strides[index] - samples <= Self.largestGap,
                let part = place(strides[index], rows: rows)
            else {
                self = FrameLayout()
                return
            }
            planes.append(part)
        }
        let profileLength = present & Self.hasProfile == 0 ? 0 : frame.icc_profile.length
        guard profileLength <= Self.profileLimit, let part = place(profileLength, rows: 1) else {
            self = FrameLayout()
            return
        }
        profile = part
    }

    private init() {}

    /// Sets the strides of a frame to those that it has in its file: planes with too much padding are packed.
    static func closeGaps(of frame: inout picker_frame) {
        var strides = [frame.stride.0, frame.stride.1, frame.stride.2]
        for index in rows(of: frame).indices {
            let samples = samples(of: frame, plane: index)
            guard strides[index] > samples, strides[index] - samples > largestGap else { continue }
            strides[index] = (samples + UInt64(alignment) - 1) / UInt64(alignment) * UInt64(alignment)
        }
        (frame.stride.0, frame.stride.1, frame.stride.2) = (strides[0], strides[1], strides[2])
    }

    private mutating func place(_ bytes: UInt64, rows: UInt64) -> Part? {
        let (product, isOverflow) = bytes.multipliedReportingOverflow(by: rows)
        guard !isOverflow, product <= UInt64(Self.limit - size) else { return nil }
        let part = Part(offset: size, count: Int(product))
        size = (size + part.count + Self.alignment - 1) / Self.alignment * Self.alignment
        return part
    }

    /// The least bytes that are allocated for the file once the worker wrote all of it. Gaps between two parts, and the
    /// padding after the last row of a plane, need not be written.
    var leastWritten: Int { max(0, size - (planes.count + 1) * 2 * Self.page) }
    private static let page = 4096

    /// The number of rows of each plane.
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

    /// The bytes of samples in a row of a plane, without padding.
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
