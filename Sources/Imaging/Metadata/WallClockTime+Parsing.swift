extension WallClockTime {
    /// Reads EXIF's form, `2021:01:31 10:21:30`, and whatever cameras made of it. Nil when it is no date.
    ///
    /// - Parameters:
    ///   - offset: `+02:00`, or `Z`.
    ///   - subseconds: Digits behind the decimal point.
    init?(exif text: String?, offset: String?, subseconds: String?) {
        guard let text else { return nil }
        self.init(text)
        if let milliseconds = subseconds.flatMap(Self.milliseconds) { millisecond = milliseconds }
        if let minutes = offset.flatMap(Self.minutes) { utcOffsetMinutes = minutes }
    }

    /// Reads EXIF's form or ISO 8601's: `2021-01-31T10:21:30.5+02:00`. A date without a time is midnight.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let separators: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")]
        guard let year = Self.number(bytes, 0, 4), let month = Self.number(bytes, 5, 2),
            let day = Self.number(bytes, 8, 2), separators.contains(bytes[4]), separators.contains(bytes[7])
        else { return nil }
        self.init(
            year: year, month: month, day: day, hour: Self.number(bytes, 11, 2) ?? 0,
            minute: Self.number(bytes, 14, 2) ?? 0, second: Self.number(bytes, 17, 2) ?? 0
        )
        readRest(Array(bytes.dropFirst(19)))
        guard isPossible else { return nil }
    }

    /// What stands behind the seconds: a fraction, then a zone.
    private mutating func readRest(_ rest: [UInt8]) {
        var rest = rest[...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            millisecond = Self.milliseconds(String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest.dropFirst(digits.count + 1)
        }
        utcOffsetMinutes = Self.minutes(String(decoding: rest, as: UTF8.self))
    }

    private var isPossible: Bool {
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...9999).contains(year) && (1...12).contains(month) && (1...days[max(0, min(month, 12) - 1)]).contains(day)
            && (0..<24).contains(hour) && (0..<60).contains(minute) && (0...60).contains(second)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ length: Int) -> Int? {
        guard start + length <= bytes.count else { return nil }
        return Int(String(decoding: bytes[start..<start + length], as: UTF8.self))
    }

    /// The first three digits behind the decimal point.
    private static func milliseconds(_ digits: String) -> Int? {
        let kept = digits.prefix(3)
        guard !kept.isEmpty, kept.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(String(kept) + String(repeating: "0", count: 3 - kept.count))
    }

    private static func minutes(_ offset: String) -> Int? {
        if offset == "Z" { return 0 }
        let bytes = Array(offset.utf8)
        guard bytes.count >= 5, let hours = number(bytes, 1, 2), let minutes = number(bytes, bytes.count - 2, 2),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"), hours <= 14, minutes < 60
        else { return nil }
        let distance = hours * 60 + minutes
        return bytes[0] == UInt8(ascii: "-") ? -distance : distance
    }
}
