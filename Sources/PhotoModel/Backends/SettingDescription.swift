/// A setting that a backend needs to open a library, as one line of a form that any program can show.
public struct SettingDescription: Hashable, Codable, Sendable {
    /// How the value is asked for and what it may be. Raw values are those of the backend ABI.
    public enum Kind: UInt32, Codable, Sendable {
        /// A line of text.
        case text = 1
        /// A whole number in decimal digits, possibly with a sign.
        case number
        /// "yes" or "no".
        case flag
        /// One of `choices`.
        case choice
    }

    /// The name of the setting: lower-case letters, digits and "-", at most 64.
    public var key: String
    /// What people see beside the field.
    public var title: String
    /// One sentence that says where people find the value; empty when there is nothing to say.
    public var help: String
    /// How the value is asked for and what it may be.
    public var kind: Kind
    /// Whether a library cannot be opened without it.
    public var isRequired: Bool
    /// Whether it is never shown, logged, or kept where others can read it.
    public var isSecret: Bool
    /// The value if none was given; nil when there is no default.
    public var defaultValue: String?
    /// The values of `Kind.choice`.
    public var choices: [String]

    /// - Parameters:
    ///   - key: lower-case letters, digits and "-", at most 64.
    ///   - title: what people see beside the field.
    ///   - help: where people find the value.
    ///   - kind: how the value is asked for.
    ///   - isRequired: whether a library cannot be opened without it.
    ///   - isSecret: whether it is never shown, logged, or kept where others can read it.
    ///   - defaultValue: the value if none was given.
    ///   - choices: the values of `Kind.choice`.
    public init(
        key: String, title: String, help: String = "", kind: Kind = .text, isRequired: Bool = false,
        isSecret: Bool = false, defaultValue: String? = nil, choices: [String] = []
    ) {
        self.key = key
        self.title = title
        self.help = help
        self.kind = kind
        self.isRequired = isRequired
        self.isSecret = isSecret
        self.defaultValue = defaultValue
        self.choices = choices
    }

    /// Why a value is not valid for this setting; nil when it is valid. The text does not repeat a secret.
    public func objection(to value: String) -> String? {
        // A secret text is what it is, of several lines perhaps: a key in PEM.
        let isWrong =
            switch kind {
            case .text: !isSecret && value.unicodeScalars.contains { $0.value < 0x20 }
            case .number: Int64(value) == nil
            case .flag: !["yes", "no"].contains(value)
            case .choice: !choices.contains(value)
            }
        guard isWrong else { return nil }
        return "\(key) must be \(form)" + (isSecret || kind == .text ? "" : ", not \"\(value)\"")
    }

    private var form: String {
        switch kind {
        case .text: "one line of text"
        case .number: "a whole number"
        case .flag: "\"yes\" or \"no\""
        case .choice: "one of \(choices.joined(separator: ", "))"
        }
    }
}

extension SettingDescription {
    /// Why these values cannot open a library: one that is missing, unknown, or of another form; nil when they can.
    public static func objection(to values: [String: String], by descriptions: [SettingDescription]) -> String? {
        for description in descriptions {
            guard let value = values[description.key] else {
                if description.isRequired && description.defaultValue == nil { return "\(description.key) is missing" }
                continue
            }
            if let objection = description.objection(to: value) { return objection }
        }
        let known = Set(descriptions.map(\.key))
        return values.keys.filter { !known.contains($0) }.min().map { "\($0) is not a setting of this backend" }
    }
}
