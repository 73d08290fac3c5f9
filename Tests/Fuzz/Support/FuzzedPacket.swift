internal import CVideo

/// One input of libFuzzer as a packet of H.264, after a byte that says how its units begin.
public struct FuzzedPacket {
    private let lengthSize: CInt
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        let input = UnsafeBufferPointer(start: bytes, count: count)
        lengthSize = CInt(input.first ?? 0) % 5
        self.bytes = Array(input.dropFirst())
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        _ = packs(in: bytes)
        let rest = withoutPlaces(bytes)
        precondition(rest.count <= bytes.count, "it grew from \(bytes.count) to \(rest.count)")
        let left = packs(in: rest)
        let size = Int(VIDEO_DV_PACK_SIZE)
        for start in stride(from: 0, to: left.count, by: size) {
            precondition(!(0xB0...0xCF).contains(left[start]), "a place is left: \(left)")
        }
        precondition(withoutPlaces(rest) == rest, "what has no place was changed: \(rest)")
        return 0
    }

    private func packs(in packet: [UInt8]) -> [UInt8] {
        var packs = [UInt8](repeating: 0, count: Int(VIDEO_DV_PACK_SIZE * VIDEO_MOST_DV_PACKS))
        let count = Int(video_find_dv_packs(packet, packet.count, lengthSize, &packs))
        return Array(packs.prefix(count * Int(VIDEO_DV_PACK_SIZE)))
    }

    private func withoutPlaces(_ packet: [UInt8]) -> [UInt8] {
        var packet = packet
        let size = video_drop_dv_places(&packet, packet.count, lengthSize)
        return Array(packet.prefix(size))
    }
}
