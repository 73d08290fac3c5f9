/// A date as Chinese writes it: `2013年12月17日`, with or without a day of the week.
package enum ChineseDate {
    private static let weekdays: Set<Unicode.Scalar> = ["一", "二", "三", "四", "五", "六", "日", "天"]

    /// The words that the index has for such a date: `2013`, `12`, `17`. A month and a day have two digits there.
    ///
    /// - Parameter text: may end where its writer is still typing: `2013年1`.
    /// - Returns: nil when it is no date. A month or a day alone is none: its number is in too many names.
    package static func words(_ text: Substring.UnicodeScalarView) -> [String]? {
        var rest = withoutWeekday(text)
        var words: [String] = []
        var hasYear = false
        for (unit, mostDigits) in [("年" as Unicode.Scalar, 4), ("月", 2), ("日", 2)] {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty, digits.count <= mostDigits else { continue }
            let after = rest.dropFirst(digits.count)
            let isUnfinished = after.isEmpty && !words.isEmpty
            guard after.first == unit || isUnfinished else { continue }
            hasYear = hasYear || unit == "年"
            words.append(isUnfinished || digits.count > 1 ? String(digits) : "0\(String(digits))")
            rest = after.dropFirst()
        }
        return rest.isEmpty && (hasYear || words.count > 1) ? words : nil
    }

    /// Without `星期二` or `周二` at its end.
    private static func withoutWeekday(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        guard let last = text.last, weekdays.contains(last) else { return text }
        let before = Substring(text.dropLast())
        for name in ["星期", "周"] where before.hasSuffix(name) { return before.dropLast(name.count).unicodeScalars }
        return text
    }
}
