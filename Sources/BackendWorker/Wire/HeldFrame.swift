internal import BackendAPI

/// A frame that stays in the worker's memory until the host has copied it: one copy, where a file in memory takes a copy, pages that are
/// made and given back, and a mapping.
///
/// The host is told addresses and believes none: the kernel copies from them what is there, into memory of the host.
enum HeldFrame {
    /// Bytes of such a frame. A smaller one is on its way sooner than the host has said that it took it. Of a larger one the
    /// worker could let the host have memory that costs the worker none.
    static let sizes = 1 << 16...1 << 24

    /// What the body of the message has behind that of a frame: where each plane, and then the profile, begins; 0: nowhere.
    typealias Addresses = [UInt64]

    static func read(_ reader: inout WireReader, planes: Int) throws(WireError) -> Addresses {
        var addresses: Addresses = []
        for _ in 0...planes { addresses.append(try reader.integer()) }
        return addresses
    }

    /// The bytes of each part that are there: the last row may end with its samples.
    static func parts(of frame: picker_frame, _ layout: FrameLayout) -> [FrameLayout.Part] {
        let rows = FrameLayout.rows(of: frame)
        let planes = layout.planes.enumerated().map { index, part in
            guard part.count > 0 else { return part }
            let stride = part.count / Int(rows[index])
            let samples = Int(FrameLayout.samples(of: frame, plane: index))
            return FrameLayout.Part(offset: part.offset, count: part.count - stride + samples)
        }
        return planes + [layout.profile]
    }
}
