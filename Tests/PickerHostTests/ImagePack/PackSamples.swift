import PhotoModel
import Platform
import TestSupport

@testable import PickerHost

/// Images and keys of packs that are told apart by a number.
enum PackSamples {
    static func key(_ number: Int) -> PackKey {
        var bytes: [UInt8] = []
        // Looks random in every bit, as a digest does, and is the same each time (SplitMix64).
        for part in 0..<4 {
            var word = UInt64(bitPattern: Int64(number * 4 + part)) &* 0x9e37_79b9_7f4a_7c15
            word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
            bytes.append(number: word ^ (word >> 31))
        }
        return PackKey(bytes)
    }

    static func image(_ number: Int, byteCount: Int = 4000) -> EncodedImage {
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            while count < byteCount {
                buffer[count] = UInt8(truncatingIfNeeded: number &* 31 &+ count)
                count += 1
            }
        }
        return EncodedImage(
            bytes: bytes,
            mimeType: ["image/jpeg", "image/png", "image/webp"][abs(number) % 3],
            size: PixelSize(width: abs(number), height: 7), isDegraded: false, isIncomplete: false,
            previewHash: [1, UInt8(truncatingIfNeeded: number)])
    }
}

extension EncodedImage {
    /// Whether it is the same in everything that a pack holds.
    func isSame(_ other: EncodedImage) -> Bool {
        bytes == other.bytes && mimeType == other.mimeType && size == other.size && previewHash == other.previewHash
            && isDegraded == other.isDegraded && isIncomplete == other.isIncomplete
    }
}
