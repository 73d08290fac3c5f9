/// The words of a date that people search for: "2019 July", "2019-07-14".
package enum DateWords {
    /// What an index keeps for a date; empty when there is none.
    package static func text(_ creation: CreationDate?) -> String {
        guard let creation else { return "" }
        let date = CivilTime(timestamp: creation.time, offsetMinutes: creation.offsetMinutes ?? 0)
        return "\(date.year) \(months[date.month - 1]) \(date.dateText)"
    }

    /// The English names of the months, January first.
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
