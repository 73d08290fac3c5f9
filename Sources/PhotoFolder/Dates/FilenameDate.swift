public import PhotoModel

/// Reads the date out of the names that cameras and programs give: `IMG_20240501_120000`, `PXL_20240501_120000123`,
/// `2024-05-01 12.00.00`, `Screenshot 2024-05-01 at 1.02.03 PM`, `IMG-20240501-WA0001`, `FB_IMG_1714560000000`.
public enum FilenameDate {
    /// Nil if the name has no date from 1970 to 2099. Midnight if it has no time of day.
    public static func date(in name: [UInt8]) -> CivilTime? {
        let name = PlainName.of(name)
        if let moment = moment(in: name) ?? dayFirst(in: name) { return moment }
        var start = 0
        while start < name.count {
            guard name[start].isASCIIDigit else {
                start += 1
                continue
            }
            if let found = date(in: name, at: start) { return found }
            while start < name.count, name[start].isASCIIDigit { start += 1 }
        }
        return nil
    }

    /// A date that begins at `start`, the first digit of a run.
    private static func date(in name: [UInt8], at start: Int) -> CivilTime? {
        var reader = DigitReader(name, at: start)
        guard let year = reader.number(4), (1970...2099).contains(year) else { return nil }
        let separator = reader.separator(of: "-_.")
        guard let month = reader.number(2), reader.separator(of: "-_.") == separator else { return nil }
        // macOS writes days with one digit in some languages. Without a time after it, such a day could be the number
        // of a photo of that month.
        let hasShortDay = separator != nil && reader.digitCount == 1
        guard let day = reader.number(hasShortDay ? 1 : 2) else { return nil }
        let afterDate = reader
        if let (hour, minute, second) = reader.timeOfDay(),
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        {
            return time
        }
        // More digits right after the day: a serial number, not a date.
        guard !afterDate.isAtDigit, !hasShortDay else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
    }
}

// Milliseconds since 1970. They are read only after the beginnings that some programs write, because serial numbers
// look the same.
extension FilenameDate {
    /// The beginnings of names by Facebook and WeChat.
    private static let beginnings = ["fb_img_", "mmexport", "wx_camera_"].map { Array($0.utf8) }
    /// The years 2000 to 2099.
    private static let milliseconds: Range<Int64> = 946_684_800_000..<4_102_444_800_000

    private static func moment(in name: [UInt8]) -> CivilTime? {
        let start = name.prefix(10).map(\.asciiLowercased)
        guard let beginning = beginnings.first(where: { start.starts(with: $0) }) else { return nil }
        let digits = name.dropFirst(beginning.count).prefix { $0.isASCIIDigit }
        guard digits.count == 13, let number = Int64(String(decoding: digits, as: UTF8.self)),
            milliseconds.contains(number)
        else { return nil }
        return CivilTime(timestamp: Timestamp(milliseconds: number))
    }
}

// A day, a month and a year, which is read only as Telegram writes them when it exports a chat: `photo_1@31-05-2024_12-00-00.jpg`.
// Elsewhere it is not clear which of two numbers is the month.
extension FilenameDate {
    private static func dayFirst(in name: [UInt8]) -> CivilTime? {
        guard let mark = name.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        var reader = DigitReader(name, at: mark + 1)
        guard let day = reader.number(2), reader.separator(of: "-") != nil, let month = reader.number(2),
            reader.separator(of: "-") != nil, let year = reader.number(4), (1970...2099).contains(year),
            let (hour, minute, second) = reader.timeOfDay()
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

/// Reads numbers, and the words between them, from a name.
private struct DigitReader {
    private let name: [UInt8]
    private var position: Int

    init(_ name: [UInt8], at position: Int) {
        self.name = name
        self.position = position
    }

    var isAtDigit: Bool { position < name.count && name[position].isASCIIDigit }

    /// How many digits come next.
    var digitCount: Int { rest.prefix { $0.isASCIIDigit }.count }

    private var rest: ArraySlice<UInt8> { name[min(position, name.count)...] }

    /// Reads the next `count` digits as a number.
    mutating func number(_ count: Int) -> Int? {
        guard position + count <= name.count else { return nil }
        let digits = name[position..<position + count]
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        position += count
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Skips one of these characters, if it is next, and returns it.
    mutating func separator(of characters: String) -> UInt8? {
        guard position < name.count, characters.utf8.contains(name[position]) else { return nil }
        defer { position += 1 }
        return name[position]
    }

    /// Skips one of these texts, if it is next, and returns its index. Case is ignored, and spaces may be `_` or `-`,
    /// which browsers and web servers put in their place.
    private mutating func pass(_ texts: [[UInt8]]) -> Int? {
        let next = rest.prefix(16).map { "_-".utf8.contains($0) ? UInt8(ascii: " ") : $0.asciiLowercased }
        guard let index = texts.firstIndex(where: { next.starts(with: $0) }) else { return nil }
        position += texts[index].count
        return index
    }
}

// The time of day, on a 12-hour or a 24-hour clock.
extension DigitReader {
    /// `120000`, `12.00.00`, `12-00-00`, `12 00 00`, each after `_`, `-`, `.`, a space, `T` or a word such as ` at `;
    /// `1.02.03 PM`.
    /// Fractions may follow.
    mutating func timeOfDay() -> (hour: Int, minute: Int, second: Int)? {
        let isAnnounced = pass(Self.words) != nil
        if !isAnnounced { _ = separator(of: "_-. T") }
        let before = pass(Self.halvesBefore).map { $0 % 2 }
        if before != nil { _ = separator(of: " ") }
        let start = position
        guard let hour = number(2) ?? number(1) else { return nil }
        let isShort = position == start + 1
        let between = separator(of: "-_.: ")
        guard let minute = number(2), separator(of: "-_.: ") == between, let second = number(2) else { return nil }
        // A long number after it is not a time of day, but milliseconds are.
        let fraction = rest.prefix { $0.isASCIIDigit }.count
        guard fraction == 0 || fraction == 3 else { return nil }
        let half = before ?? halfAfter()
        guard !isShort || (between != nil && (isAnnounced || half != nil)) else { return nil }
        guard let half else { return (hour, minute, second) }
        return (1...12).contains(hour) ? (hour % 12 + half * 12, minute, second) : nil
    }

    /// 0 for AM, 1 for PM; nil if neither is there.
    private mutating func halfAfter() -> Int? {
        var reader = self
        _ = reader.separator(of: " _-")
        guard let index = reader.pass(Self.halvesAfter), reader.isAtEndOfWords else { return nil }
        self = reader
        return index % 2
    }

    /// Whether the name ends here, apart from a number or an extension.
    private var isAtEndOfWords: Bool {
        guard let next = rest.first else { return true }
        if next == UInt8(ascii: " "), let second = rest.dropFirst().first {
            return second == UInt8(ascii: "(") || second.isASCIIDigit
        }
        return "._-(".utf8.contains(next)
    }

    /// What macOS and WhatsApp write between date and time.
    private static let words = [
        " at ", " um ", " à ", " à(s) ", " a las ", " a la(s) ", " alle ore ", " alle ", " ore ", " às ", " om ",
        " kl. ", " klo ", " o ", " saat ", " pukul ", " в ", " 在 ", "于",
    ].map { Array($0.utf8) }
    private static let halvesBefore = ["上午", "下午", "午前", "午後", "오전", "오후"].map { Array($0.utf8) }
    private static let halvesAfter = ["am", "pm", "a. m.", "p. m.", "a.m.", "p.m."].map { Array($0.utf8) }
}
