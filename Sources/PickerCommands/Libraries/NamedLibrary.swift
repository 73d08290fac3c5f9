/// A library that was given a name with `picker libraries add`.
struct NamedLibrary: Codable, Equatable {
    /// The path of a folder, or an address.
    var location: String
    /// What was said to the backend's settings, but for secrets.
    var settings: [String: String] = [:]

    /// Letters, digits, "-", "_" and ".", the first a letter or digit; at most 64. What is none of these is a path.
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
