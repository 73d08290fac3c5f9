internal import PhotoModel
internal import PickerHost

/// The entity tags of an If-None-Match or If-Match field (RFC 9110, sections 13.1.1 and 13.1.2).
enum EntityTags: Equatable {
    /// `*`: anything that exists.
    case any
    /// These tags, each as it is between its quotes.
    case these([String])

    /// - Parameters:
    ///   - fields: the values of all fields of the name. A field that is not a list of tags contributes none.
    ///   - takesWeak: whether weak tags count like strong ones, as in If-None-Match; otherwise, as in If-Match, they
    ///     are ignored.
    init(_ fields: [String], takesWeak: Bool = true) {
        if fields.count == 1, fields[0][...].withoutOuterBlanks == "*" {
            self = .any
        } else {
            self = .these(fields.flatMap { Self.parse($0, takesWeak) ?? [] })
        }
    }

    /// Whether content with this tag, which has its quotes, is one of them; nil: the content has no tag.
    func match(_ tag: String?) -> Bool {
        switch self {
        case .any: true
        case .these(let opaque): opaque.contains { "\"\($0)\"" == tag }
        }
    }

    /// Parses a list. Tags may contain commas, and lists may have empty elements (section 5.6.1).
    private static func parse(_ field: String, _ takesWeak: Bool) -> [String]? {
        var rest = field[...]
        var tags: [String] = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            guard !rest.isEmpty else { return tags }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.hasPrefix("\"") else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else { return nil }
            if takesWeak || !isWeak { tags.append(String(rest[..<end])) }
            rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
            guard rest.isEmpty || rest.hasPrefix(",") else { return nil }
        }
    }
}

extension PhotoReading {
    /// Distinguishes, in entity tags, what different backends and versions of this program make of the same file.
    var rendererTag: String {
        var hash = FNV1a()
        for byte in rendererName.utf8 { hash.combine(byte) }
        return String(hash.value, radix: 36)
    }
}
