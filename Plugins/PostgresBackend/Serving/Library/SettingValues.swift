internal import PhotoModel

/// What people said to the settings of a library. An empty value is none.
struct SettingValues {
    private let values: [String: String]

    /// - Parameter values: by the keys of the settings, secrets included.
    init(_ values: [String: String]) { self.values = values }

    subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    func required(_ key: String) throws(PhotoError) -> String {
        guard let value = self[key] else { throw .invalidArgument("the setting \(key) is missing") }
        return value
    }
}
