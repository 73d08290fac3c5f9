internal import BackendAPI

/// A frame that stays in the worker's memory until the host has copied it. That is a single copy, while a file in
/// memory takes a copy, allocating and freeing pages, and a mapping.
///
/// The host is told addresses, but does not trust them: the kernel copies what is there into memory of the host.
enum HeldFrame {
    /// The sizes in bytes for which this is used. Sending a smaller frame is faster than the reply of the host. With a
    /// larger one, a worker could make the host allocate much memory that costs the worker none.
    static let sizes = 1 << 16...1 << 24

    /// What follows the frame in the message: the address of each plane, and then of the profile; 0 if it is absent.
    typealias Addresses = [UInt64]

    static func read(_ reader: inout WireReader, planes: Int) throws(WireError) -> Addresses {
        var addresses: Addresses = []
        for _ in 0...planes { addresses.append(try reader.integer()) }
        return addresses
    }

    /// The bytes of each part that exist: after the samples of the last row, the padding may be missing.
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
