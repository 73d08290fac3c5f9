internal import PhotoModel

extension CodedImage {
    /// A HEIF file that contains only this image, for libraries that read files. What the original file says about
    /// tiles, sizes and positions is left out.
    package func file() -> [UInt8] {
        let head: [UInt8] = .box("ftyp", .ascii(type == "av01" ? "avif" : "heic"), .number(0), .ascii("mif1"))
        // The offset of the data takes the same number of bytes, whatever its value is.
        let length = head.count + meta(dataOffset: 0).count
        return head + meta(dataOffset: length + 8) + .box("mdat", data)
    }

    private func meta(dataOffset: Int) -> [UInt8] {
        let handler: [UInt8] = .fullBox("hdlr", .number(0), .ascii("pict"), .zeros(13))
        let primary: [UInt8] = .fullBox("pitm", .number(1, bytes: 2))
        let entry: [UInt8] = .fullBox(
            "infe", version: 2, .number(1, bytes: 2), .number(0, bytes: 2), .ascii(type == "hev1" ? "hvc1" : type), [0])
        let information: [UInt8] = .fullBox("iinf", .number(1, bytes: 2), entry)
        // Offsets and lengths of four bytes, no base; one item with one extent in this file.
        let location: [UInt8] = .fullBox(
            "iloc", [0x44, 0x00], .number(1, bytes: 2), .number(1, bytes: 2), .number(0, bytes: 2),
            .number(1, bytes: 2), .number(dataOffset), .number(data.count))
        return .fullBox("meta", handler, primary, information, location, properties())
    }

    private func properties() -> [UInt8] {
        let size: [UInt8] = .fullBox("ispe", .number(self.size.width), .number(self.size.height))
        let codec: [UInt8] = .box(configurationType ?? "free", configuration)
        // One item with all of them; that of the codec is essential.
        let numbers: [UInt8] = codePoints == nil ? [2, 0x81, 0x02] : [3, 0x81, 0x02, 0x03]
        let associations: [UInt8] = .fullBox("ipma", .number(1), .number(1, bytes: 2), numbers)
        return .box("iprp", .box("ipco", codec, size, colors()), associations)
    }

    private func colors() -> [UInt8] {
        guard let points = codePoints else { return [] }
        let numbers = [points.primaries, points.transfer, points.matrix].flatMap { [UInt8].number(Int($0), bytes: 2) }
        return .box("colr", .ascii("nclx"), numbers, [points.isFullRange ? 0x80 : 0])
    }
}
