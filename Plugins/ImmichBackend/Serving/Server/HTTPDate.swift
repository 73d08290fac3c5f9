internal import PhotoModel

/// Reads dates of HTTP (RFC 9110, 5.6.7), in the form that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Nil if the text is not such a date.
    static func read(_ text: String) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: String(words[2])),
            let year = Int(words[3])
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3,
            let civil = CivilTime(
                year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: min(59, time[2]))
        else { return nil }
        return civil.timestamp(offsetMinutes: 0)
    }

    /// How long a server asks clients to wait. Its date is compared with its own clock, because ours may be wrong.
    ///
    /// - Parameters:
    ///   - retryAfter: seconds, or a date.
    ///   - date: the date of the answer.
    ///   - now: our time, for a server whose answers have no date.
    static func wait(_ retryAfter: String, date: String?, now: Timestamp) -> Duration? {
        if let seconds = Int(retryAfter) { return .seconds(min(max(0, seconds), 86_400)) }
        guard let end = read(retryAfter) else { return nil }
        let start = date.flatMap(read) ?? now
        return .milliseconds(min(max(0, end.milliseconds - start.milliseconds), 86_400_000))
    }
}
