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
}
