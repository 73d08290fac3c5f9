internal import FoundationEssentials
internal import Platform

/// A known failure that is accepted until a certain day.
public struct Waiver: Sendable, Codable, Equatable {
    /// The id of the check that may fail.
    public var check: String
    /// Why it is accepted; not empty.
    public var reason: String
    /// The last day on which it is valid, such as `2027-01-31`.
    public var expires: String

    /// Reads a waivers file: a JSON array of objects with `check`, `reason` and `expires`.
    ///
    /// - Parameter today: as `2026-11-21`.
    /// - Throws: `UsageError` when the file cannot be read, names a check that does not exist, gives no reason, or has
    ///   expired.
    public static func read(_ path: String, today: String) throws(UsageError) -> [Waiver] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw UsageError("\(path): cannot be read")
        }
        guard let waivers = try? JSONDecoder().decode([Waiver].self, from: data) else {
            throw UsageError("\(path): not a JSON array of objects with \"check\", \"reason\" and \"expires\"")
        }
        for waiver in waivers { try waiver.validate(path, today: today) }
        return waivers
    }

    private func validate(_ path: String, today: String) throws(UsageError) {
        guard CheckRegistry.check(check) != nil else { throw UsageError("\(path): there is no check \(check)") }
        guard !reason.allSatisfy(\.isWhitespace) else { throw UsageError("\(path): \(check): give a reason") }
        guard Self.isDay(expires) else { throw UsageError("\(path): \(check): \"\(expires)\" is no day as 2027-01-31") }
        guard expires >= today else { throw UsageError("\(path): the waiver of \(check) expired on \(expires)") }
    }

    private static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [4, 2, 2]
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}

/// The error of a run that cannot begin because of how it was asked for.
public struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, for people.
    public let description: String
    /// An error with the text that is shown.
    public init(_ description: String) { self.description = description }
}

/// Days as people write them.
public enum CivilDay {
    /// Today where the machine is, as `2026-11-21`.
    public static var today: String { WallTime.localDay }
}
