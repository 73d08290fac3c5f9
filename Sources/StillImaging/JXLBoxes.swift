internal import CStills
internal import Imaging

/// Unpacks the boxes of a JPEG XL that are compressed, with libjxl.
enum JXLBoxes {
    /// The most bytes that a box may have when it is unpacked.
    private static let byteLimit = 8 << 20

    /// The content of the box that is compressed in another one; nil if it is damaged or large, or libjxl is missing.
    ///
    /// - Parameter content: that of the other one: the type of the first, and its compressed content.
    @Sendable static func unpacked(_ content: [UInt8]) -> [UInt8]? {
        // libjxl reads only whole files. That a box has ended is known when another one begins.
        let signature = [UInt8].box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
        let kind = [UInt8].box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        let file = signature + kind + [UInt8].box("brob", content) + [UInt8].box("free", [])
        var (written, status) = (0, still_status())
        let bytes = [UInt8](unsafeUninitializedCapacity: byteLimit) { buffer, count in
            let code = still_jxl_unpack(file, file.count, buffer.baseAddress, buffer.count, &written, &status)
            count = code == STILL_OK ? written : 0
        }
        return bytes.isEmpty ? nil : bytes
    }
}
