/// A date and a time of day in the proleptic Gregorian calendar, as a camera's clock shows them, with the clock's offset
/// from UTC if that is known.
public struct CivilTime: Hashable, Sendable {
    /// 1…9999
    public var year: Int
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int
    /// 0…23
    public var hour: Int
    /// 0…59
    public var minute: Int
    /// 0…60; 60 is a leap second, which only a text or a GPS receiver can have.
    public var second: Int
    /// 0…999
    public var millisecond: Int
    /// Minutes east of UTC, -840…840; nil when it is not known.
    public var utcOffsetMinutes: Int?

    /// Nil when there is no such date or time (year 1…9999, second 0…59).
    public init?(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0,
        utcOffsetMinutes: Int? = nil
    ) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
            (0...999).contains(millisecond)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.millisecond) = (hour, minute, second, millisecond)
        self.utcOffsetMinutes = utcOffsetMinutes
    }

    /// What a clock `offsetMinutes` east of UTC shows at a moment. The result does not contain the offset.
    public init(timestamp: Timestamp, offsetMinutes: Int = 0) {
        let (shifted, overflow) = timestamp.milliseconds.addingReportingOverflow(Int64(offsetMinutes) * 60_000)
        let total = overflow ? timestamp.milliseconds : shifted
        let dayNumber = Int(total.flooredQuotient(86_400_000))
        // Not by subtraction, which overflows for the first moments that there are.
        let remainder = Int(total % 86_400_000)
        let inDay = remainder < 0 ? remainder + 86_400_000 : remainder
        (year, month, day) = Self.civil(dayNumber: dayNumber)
        hour = inDay / 3_600_000
        minute = inDay / 60_000 % 60
        second = inDay / 1000 % 60
        millisecond = inDay % 1000
    }

    /// The moment at which a clock `offsetMinutes` east of UTC shows this. A leap second is the second before it.
    public func timestamp(offsetMinutes: Int) -> Timestamp {
        let second = min(second, 59)
        let seconds = (Self.dayNumber(year: year, month: month, day: day) * 24 + hour) * 3600 + minute * 60 + second
        return Timestamp(milliseconds: Int64(seconds - offsetMinutes * 60) * 1000 + Int64(millisecond))
    }

    /// `2024-05-01`
    public var dateText: String { Self.text((year, width: 4), month, day, separator: "-") }
    /// `12:00:00`
    public var timeText: String { Self.text((hour, width: 2), minute, second, separator: ":") }

    /// Three numbers with leading zeros; all but the first have two digits.
    private static func text(
        _ first: (number: Int, width: Int), _ second: Int, _ third: Int, separator: Unicode.Scalar
    ) -> String {
        let mark = UInt8(ascii: separator)
        guard (0..<(first.width == 4 ? 10_000 : 100)).contains(first.number), (0..<100).contains(second),
            (0..<100).contains(third)
        else {
            return "\(first.number.padded(first.width))\(separator)\(second.padded(2))\(separator)\(third.padded(2))"
        }
        // Lists have one for each asset or day: in one go it takes a tenth of the time of putting strings together.
        let length = first.width + 6
        return String(unsafeUninitializedCapacity: length) { text in
            put(first.number, in: text[..<first.width])
            text[first.width] = mark
            put(second, in: text[(first.width + 1)..<(first.width + 3)])
            text[first.width + 3] = mark
            put(third, in: text[(first.width + 4)...])
            return length
        }
    }

    /// The last decimal digits of a number that is not negative, as many as there is room for.
    private static func put(_ number: Int, in text: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        var (rest, place) = (number, text.endIndex)
        while place > text.startIndex {
            place -= 1
            text.base[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

// Days and civil dates after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
extension CivilTime {
    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civil(dayNumber: Int) -> (Int, Int, Int) {
        let shifted = dayNumber + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}

extension BinaryInteger {
    /// Division that rounds towards minus infinity; `divisor` is positive.
    func flooredQuotient(_ divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Int {
    /// Decimal digits with leading zeros up to `width`.
    func padded(_ width: Int) -> String {
        let digits = String(magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, width - digits.count))
        return (self < 0 ? "-" : "") + zeros + digits
    }
}
