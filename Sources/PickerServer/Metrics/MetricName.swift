/// What Prometheus knows a metric by: a name and labels, in its alphabet.
struct MetricName: Hashable, Comparable {
    let text: String
    /// `a="b",c="d"`
    let labels: String

    /// - Parameter suffix: of the unit or the kind; added when the label does not end with it.
    init(_ label: String, suffix: String, _ dimensions: [(String, String)]) {
        let name = Self.name(label)
        text = name.hasSuffix(suffix) ? name : name + suffix
        labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    }

    static func < (left: Self, right: Self) -> Bool { (left.text, left.labels) < (right.text, right.labels) }

    /// `NAME{LABELS}`, with another suffix and another label where a kind needs them.
    func sample(suffix: String = "", label: String = "") -> String {
        let all = [labels, label].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? text + suffix : "\(text)\(suffix){\(all)}"
    }

    /// Letters, digits and "_", not a digit first.
    private static func name(_ text: String) -> String {
        let plain = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return plain.first?.isNumber ?? true ? "_" + plain : plain
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
