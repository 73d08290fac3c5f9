extension CivilTime {
    /// Reads EXIF's form, `2021:01:31 10:21:30`, and whatever cameras made of it. Nil when it is no date.
    ///
    /// - Parameters:
    ///   - offset: `+02:00`, or `Z`.
    ///   - subseconds: Digits after the decimal point.
    package init?(exif text: String?, offset: String?, subseconds: String?) {
        guard let text else { return nil }
        self.init(text)
        if let milliseconds = subseconds.flatMap(Self.milliseconds) { millisecond = milliseconds }
        if let minutes = offset.flatMap(Self.minutes) { utcOffsetMinutes = minutes }
    }

    /// Reads EXIF's form or ISO 8601's: `2021-01-31T10:21:30.5+02:00`. A date without a time is midnight.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let day = Self.number(bytes, 8, 2), let month = Self.number(bytes, 5, 2),
            let year = Self.number(bytes, 0, 4), Self.isSeparator(bytes[4]), Self.isSeparator(bytes[7])
        else { return nil }
        self.init(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
        readTime(bytes)
        if (hour, minute, second) == (24, 0, 0) { beginNextDay() }
        guard self.year <= 9999, (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
    }

    /// The same, where the month and the day, or the day alone, may be missing or zero, as XMP and IPTC have dates of which no
    /// more is known: they count as the first. `1975`, `1975-07`, `1975-07-00`.
    package init?(partial text: String) {
        self.init(
            Self.knownPart(of: text).map { $0 + "-01-01".suffix(10 - $0.utf8.count) + text.dropFirst(10) } ?? text)
    }

    /// What is known of a date without a day, `1975` or `1975-07`; nil for others.
    package static func knownPart(of text: String) -> String? {
        let bytes = Array(text.utf8)
        let zero = UInt8(ascii: "0")
        guard bytes.count <= 7 || bytes.count >= 10 && bytes[8] == zero && bytes[9] == zero,
            let year = number(bytes, 0, 4), bytes.count == 4 || bytes.count >= 7 && isSeparator(bytes[4])
        else { return nil }
        let month = number(bytes, 5, 2) ?? 0
        return month == 0 ? year.padded(4) : "\(year.padded(4))-\(month.padded(2))"
    }

    /// The end of a day may be written as 24:00 (ISO 8601-1, section 5.3.1.1): it is the beginning of the next.
    private mutating func beginNextDay() {
        (year, month, day) = Self.civil(dayNumber: Self.dayNumber(year: year, month: month, day: day) + 1)
        hour = 0
    }

    /// Hours and minutes after the date, then seconds, a fraction and a zone, each if it is there.
    private mutating func readTime(_ text: [UInt8]) {
        var bytes = text
        // Some of Casio's cameras write `2005/11/28/ 09:19`.
        if bytes.dropFirst(10).starts(with: "/ ".utf8) { bytes.remove(at: 10) }
        // The last of the numbers first: it says that there are bytes enough for the separator.
        guard let minute = Self.number(bytes, 14, 2), let hour = Self.number(bytes, 11, 2),
            Self.isSeparator(bytes[13])
        else { return }
        self.hour = hour
        self.minute = minute
        var rest = bytes.dropFirst(16)
        if rest.first == bytes[13], let second = Self.number(bytes, 17, 2) {
            self.second = second
            rest = bytes.dropFirst(19)
        }
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            millisecond = Self.milliseconds(String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest.dropFirst(digits.count + 1)
        }
        // Programs of Apple's systems write a blank before the zone: `2021-01-31 10:21:30 +0200`.
        var zone = String(decoding: rest.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        // Others of Casio's count to twelve: `2001/ 1/27  1:42PM`.
        if let noon = ["AM": 0, "PM": 12][zone.prefix(2).uppercased()], (1...12).contains(hour),
            zone.dropFirst(2).first?.isLetter != true
        {
            self.hour = hour % 12 + noon
            zone = String(zone.dropFirst(2).drop { $0 == " " })
        }
        utcOffsetMinutes = Self.minutes(zone)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")].contains(byte)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ length: Int) -> Int? {
        guard start + length <= bytes.count else { return nil }
        // Some cameras write blanks instead of zeros at the beginning of a number: `2003: 4: 5  9:30: 0`.
        let digits = bytes[start..<start + length].drop { $0 == UInt8(ascii: " ") }
        // No sign.
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// The first three digits after the decimal point.
    private static func milliseconds(_ digits: String) -> Int? {
        let kept = digits.prefix(3)
        guard !kept.isEmpty, kept.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(String(kept) + String(repeating: "0", count: 3 - kept.count))
    }

    private static func minutes(_ offset: String) -> Int? {
        if offset == "Z" { return 0 }
        let bytes = Array(offset.utf8)
        // Minutes may be left out: +05.
        let hasMinutes = bytes.count != 3
        guard bytes.count >= (hasMinutes ? 5 : 3), bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
        else { return nil }
        // Hours may have one digit: +5:30.
        let digits = hasMinutes && bytes[2] == UInt8(ascii: ":") ? 1 : 2
        guard let hours = number(bytes, 1, digits),
            let minutes = hasMinutes ? number(bytes, bytes.count - 2, 2) : 0,
            (0...14).contains(hours), (0..<60).contains(minutes)
        else { return nil }
        let distance = hours * 60 + minutes
        guard distance <= 14 * 60 else { return nil }
        return bytes[0] == UInt8(ascii: "-") ? -distance : distance
    }
}
