internal import BackendAPI

/// Where the planes and the profile of a frame are in its file in memory. Both processes compute it from the figures of
/// the frame, so that no offset has to be believed.
struct FrameLayout: Equatable {
    struct Part: Equatable {
        var offset: Int
        var count: Int
    }

    /// Bytes of one frame at most: what is more is not looked at.
    static let limit = 1 << 34
    /// Bytes of a profile at most.
    private static let profileLimit: UInt64 = 1 << 24
    /// Bytes between two rows at most; a worker packs the rows of frames that have more.
    static let largestGap: UInt64 = 4096
    private static let alignment = 64

    /// Of each plane that the format has; empty for figures that make no frame.
    private(set) var planes: [Part] = []
    private(set) var profile = Part(offset: 0, count: 0)
    private(set) var size = 0

    /// The bit that is set when there is a profile.
    static let hasProfile: UInt32 = 1 << 4

    /// - Parameter present: bit `n`: plane `n` is not NULL; and `hasProfile`.
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

    /// Gives a frame the strides that it has in its file: packed where there is more between its rows than may be.
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

    /// Bytes that the file has at least once the worker wrote all that there is: not those between two parts, nor those
    /// between the last samples of a plane and its end.
    var leastWritten: Int { max(0, size - (planes.count + 1) * 2 * Self.page) }
    private static let page = 4096

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
