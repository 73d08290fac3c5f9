/// What an If-None-Match field names (RFC 9110, section 13.1.2).
enum EntityTags: Equatable {
    /// Whatever there is.
    case any
    /// These, between their quotes. Weak ones count as strong: the comparison of this field is the weak one.
    case these([String])

    /// - Parameter fields: the values of all fields of the name. What is no list of tags names none.
    init(_ fields: [String]) {
        if fields.count == 1, fields[0][...].withoutOuterBlanks == "*" {
            self = .any
        } else {
            self = .these(fields.flatMap { Self.parse($0) ?? [] })
        }
    }

    /// Whether what there is, with this tag as a field has it, is one of them; nil: it has no tag.
    func match(_ tag: String?) -> Bool {
        switch self {
        case .any: true
        case .these(let opaque): opaque.contains { "\"\($0)\"" == tag }
        }
    }

    /// Tags may have commas inside, and lists may have empty elements (section 5.6.1).
    private static func parse(_ field: String) -> [String]? {
        var rest = field[...]
        var tags: [String] = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
            guard !rest.isEmpty else { return tags }
            if rest.hasPrefix("W/") { rest = rest.dropFirst(2) }
            guard rest.hasPrefix("\"") else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else { return nil }
            tags.append(String(rest[..<end]))
            rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
            guard rest.isEmpty || rest.hasPrefix(",") else { return nil }
        }
    }
}
