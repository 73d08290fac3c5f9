extension CodecDescription {
    /// The name in the form of RFC 6381, which browsers understand: `avc1.640028`. It has as many parts as are known.
    var identifier: String {
        switch name {
        case "h264": avcIdentifier
        case "hevc": hevcIdentifier
        case "av1": av1Identifier
        case "vp9": vp9Identifier
        case "aac": aacIdentifier
        case "mpeg4": mpeg4Identifier
        case "ac3": "ac-3"
        case "eac3": "ec-3"
        case "vp8", "opus", "vorbis", "flac", "alac", "mp3": name
        default: tag.allSatisfy(\.isWhitespace) ? name : tag
        }
    }

    /// ISO/IEC 14496-15, section E.3: profile, constraints and level, as in the second to fourth byte of `avcC`.
    private var avcIdentifier: String {
        let entry = ["avc1", "avc2", "avc3", "avc4"].contains(tag) ? tag : "avc1"
        if setup.count >= 4, setup[0] == 1 { return "\(entry).\(setup[1...3].map(hexadecimal).joined())" }
        guard let profile, let level else { return entry }
        // libavcodec has constraints in higher bits: 1 and 3 are the ones that profiles are named for.
        let constraints: UInt8 = (profile & 1 << 9 != 0 ? 0x40 : 0) | (profile & 1 << 11 != 0 ? 0x10 : 0)
        let numbers = [UInt8(truncatingIfNeeded: profile), constraints, UInt8(clamping: level)]
        return "\(entry).\(numbers.map(hexadecimal).joined())"
    }

    /// ISO/IEC 14496-15, section E.3, from `hvcC`: profile, compatibility in reversed bits, tier and level, constraints.
    private var hevcIdentifier: String {
        let entry = ["hvc1", "hev1"].contains(tag) ? tag : "hvc1"
        guard setup.count >= 13, setup[0] == 1 else { return entry }
        let space = ["", "A", "B", "C"][Int(setup[1] >> 6)]
        let flags = setup[2...5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var reversed: UInt32 = 0
        for bit in 0..<32 where flags & 1 << bit != 0 { reversed |= 1 << (31 - bit) }
        let tier = setup[1] & 0x20 != 0 ? "H" : "L"
        var constraints = Array(setup[6...11])
        while constraints.last == 0 { constraints.removeLast() }
        let rest = constraints.map { "." + String($0, radix: 16, uppercase: true) }.joined()
        let compatibility = String(reversed, radix: 16, uppercase: true)
        return "\(entry).\(space)\(setup[1] & 0x1F).\(compatibility).\(tier)\(setup[12])\(rest)"
    }

    /// The AV1 binding to ISO media, section 5, from `av1C`.
    private var av1Identifier: String {
        guard setup.count >= 3, setup[0] == 0x81 else { return "av01" }
        let tier = setup[2] & 0x80 != 0 ? "H" : "M"
        let depth = setup[2] & 0x40 == 0 ? "08" : setup[2] & 0x20 == 0 ? "10" : "12"
        return "av01.\(setup[1] >> 5).\(twoDigits(Int(setup[1] & 0x1F)))\(tier).\(depth)"
    }

    /// VP codecs in ISO media: profile, level, bits. The level is nowhere in WebM.
    private var vp9Identifier: String {
        guard let profile, let level, level > 0 else { return "vp9" }
        return "vp09.\(twoDigits(profile)).\(twoDigits(level)).\(profile >= 2 ? "10" : "08")"
    }

    /// The audio object type is in the first five bits of the setup, and is one more than libavcodec's profile.
    private var aacIdentifier: String {
        let type = setup.first.map { Int($0 >> 3) } ?? profile.map { $0 + 1 }
        return type.map { "mp4a.40.\($0)" } ?? "mp4a.40"
    }

    /// The profile and level follow the start code of the visual object sequence (ISO/IEC 14496-2).
    private var mpeg4Identifier: String {
        guard setup.count >= 5, setup[0...3].elementsEqual([0, 0, 1, 0xB0]) else { return "mp4v.20" }
        return "mp4v.20.\(setup[4])"
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
