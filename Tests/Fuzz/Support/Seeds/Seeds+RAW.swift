extension Seeds {
    /// A section with a JPEG, one with a property, and where they are.
    ///
    /// - Parameter jpeg: 24 by 17 pixels.
    static func sigma(_ jpeg: [UInt8]) -> [UInt8] {
        let image = "SECi".utf8 + words([0x2_0000, 2, 18, 24, 17, 0]) + jpeg
        let text = "ISO\0200\0".utf8.flatMap { [$0, 0] as [UInt8] }
        let properties = "SECp".utf8 + words([0x2_0000, 1, 0, 0, text.count / 2, 0, 4]) + text
        var file = "FOVb".utf8 + words([0x2_0000, 0, 0, 0, 0, 0, 48, 34, 90])
        var list: [UInt8] = []
        for (type, section) in [("IMA2", image), ("PROP", properties)] {
            list += words([file.count, section.count]) + type.utf8
            file += section
        }
        return file + "SECd".utf8 + words([0x2_0000, 2]) + list + words([file.count])
    }

    /// Blocks, one with directories of TIFF.
    static func minolta(_ exif: [UInt8]) -> [UInt8] {
        let blocks = block("PRD", [1, 2, 3, 4]) + block("TTW", exif) + block("WBG", [1, 2])
        return block("MRM", blocks)
    }

    private static func block(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [0] + type.utf8 + words([content.count]).reversed() + content
    }

    private static func words(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }
}
