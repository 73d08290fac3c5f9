internal import PhotoModel

/// The words of a date that people search for: "2019 July", "2019-07-14".
enum DateWords {
    static func text(_ creation: CreationDate?) -> String {
        guard let creation else { return "" }
        let date = CivilTime(timestamp: creation.time, offsetMinutes: creation.offsetMinutes ?? 0)
        return "\(date.year) \(months[date.month - 1]) \(date.dateText)"
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
