internal import PhotoModel

/// The values of a library's settings. An empty value counts as missing.
struct SettingValues {
    private let values: [String: String]

    /// - Parameter values: by the keys of the settings, including secrets.
    init(_ values: [String: String]) { self.values = values }

    subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    func required(_ key: String) throws(PhotoError) -> String {
        guard let value = self[key] else { throw .invalidArgument("the setting \(key) is missing") }
        return value
    }

    /// Whether a flag is "yes".
    ///
    /// - Throws: `.invalidArgument` for anything but "yes" and "no", which would otherwise count as the default.
    func flag(_ key: String, default usual: Bool) throws(PhotoError) -> Bool {
        switch self[key] {
        case nil: return usual
        case "yes": return true
        case "no": return false
        case .some(let value): throw .invalidArgument("\(key) must be \"yes\" or \"no\", not \"\(value)\"")
        }
    }

    /// - Throws: `.invalidArgument` for anything but a number in the range.
    func number(_ key: String, in range: ClosedRange<Int>, default usual: Int) throws(PhotoError) -> Int {
        guard let value = self[key] else { return usual }
        guard let number = Int(value), range.contains(number) else {
            throw .invalidArgument(
                "\(key) must be a number from \(range.lowerBound) to \(range.upperBound), not \"\(value)\"")
        }
        return number
    }
}
