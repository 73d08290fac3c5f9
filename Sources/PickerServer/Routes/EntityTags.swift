/// What an If-None-Match or an If-Match field names (RFC 9110, sections 13.1.1 and 13.1.2).
enum EntityTags: Equatable {
    /// Whatever there is.
    case any
    /// These, between their quotes.
    case these([String])

    /// - Parameters:
    ///   - fields: the values of all fields of the name. What is no list of tags names none.
    ///   - takesWeak: whether weak tags count as strong, as in If-None-Match; for If-Match they name nothing.
    init(_ fields: [String], takesWeak: Bool = true) {
        if fields.count == 1, fields[0][...].withoutOuterBlanks == "*" {
            self = .any
        } else {
            self = .these(fields.flatMap { Self.parse($0, takesWeak) ?? [] })
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
