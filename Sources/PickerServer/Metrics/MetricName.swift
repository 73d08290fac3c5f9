/// The name and the labels of a metric, in characters that Prometheus allows.
struct MetricName: Hashable, Comparable {
    let text: String
    /// `a="b",c="d"`
    let labels: String

    /// - Parameter suffix: that of the unit or the kind; appended if the label does not end with it.
    init(_ label: String, suffix: String, _ dimensions: [(String, String)]) {
        let name = Self.name(label)
        text = name.hasSuffix(suffix) ? name : name + suffix
        labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    }

    static func < (left: Self, right: Self) -> Bool { (left.text, left.labels) < (right.text, right.labels) }

    /// `NAME{LABELS}`, with a further suffix and label if the kind of metric needs them.
    func sample(suffix: String = "", label: String = "") -> String {
        let all = [labels, label].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? text + suffix : "\(text)\(suffix){\(all)}"
    }

    /// Replaces what is not a letter, a digit or "_"; the result does not begin with a digit.
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
