/// A library that was given a name with `picker libraries add`.
struct NamedLibrary: Codable, Equatable {
    /// The path of a folder, or an address.
    var location: String
    /// The values of the backend's settings, without secrets.
    var settings: [String: String] = [:]

    /// Whether a text can be a library's name: letters, digits 0–9, "-", "_" and ".", at most 64 bytes in UTF-8, and the first is
    /// a letter or a digit. Anything else is a path or an address.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || ("0"..."9").contains(first) else {
            return false
        }
        return text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
    }
}
