public import PhotoModel

/// Reads the date out of the names that cameras and programs give: `IMG_20240501_120000`, `PXL_20240501_120000123`,
/// `2024-05-01 12.00.00`, `Screenshot_2024-05-01-12-00-00`, `IMG-20240501-WA0001`.
public enum FilenameDate {
    /// Nil when the name holds no date from 1970 to 2099. Midnight when it holds no time of day.
    public static func date(in name: [UInt8]) -> CivilTime? {
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
        guard let month = reader.number(2), reader.separator(of: "-_.") == separator, let day = reader.number(2) else {
            return nil
        }
        let afterDate = reader
        if let (hour, minute, second) = reader.timeOfDay(),
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        {
            return time
        }
        // More digits right after the day: a serial number, not a date.
        guard !afterDate.isAtDigit else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
    }
}

/// Reads fixed numbers of digits from a name.
private struct DigitReader {
    private let name: [UInt8]
    private var position: Int

    init(_ name: [UInt8], at position: Int) {
        self.name = name
        self.position = position
    }

    var isAtDigit: Bool { position < name.count && name[position].isASCIIDigit }

    /// The number that the next `count` digits are.
    mutating func number(_ count: Int) -> Int? {
        guard position + count <= name.count else { return nil }
        let digits = name[position..<position + count]
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        position += count
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Passes one of these characters, if it is there.
    mutating func separator(of characters: String) -> UInt8? {
        guard position < name.count, characters.utf8.contains(name[position]) else { return nil }
        defer { position += 1 }
        return name[position]
    }

    /// `120000`, `12.00.00`, `12-00-00`, each after `_`, `-`, `.`, a space, `T` or ` at `. Fractions may follow.
    mutating func timeOfDay() -> (hour: Int, minute: Int, second: Int)? {
        if name[min(position, name.count)...].starts(with: " at ".utf8) { position += 3 }
        _ = separator(of: "_-. T")
        guard let hour = number(2) else { return nil }
        let between = separator(of: "-_.:")
        guard let minute = number(2), separator(of: "-_.:") == between, let second = number(2) else { return nil }
        // A long number that happens to follow is no time of day; milliseconds are.
        let fraction = name[position...].prefix { $0.isASCIIDigit }.count
        return fraction == 0 || fraction == 3 ? (hour, minute, second) : nil
    }
}
