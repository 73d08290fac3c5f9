/// A statement: text that is written in this program, and values beside it.
///
/// Text comes from literals alone, which the compiler checks: nothing that a person or a file says can become a part of it.
package struct SQL: Sendable {
    private(set) var text: String
    private(set) var values: [SQLValue]

    /// - Parameters:
    ///   - text: with a "?" for each value.
    ///   - values: in their order.
    package init(_ text: StaticString, _ values: SQLValue...) {
        self.text = "\(text)"
        self.values = values
    }

    /// One after the other.
    package static func + (left: SQL, right: SQL) -> SQL {
        var both = left
        both += right
        return both
    }

    package static func += (left: inout SQL, right: SQL) {
        left.text += right.text
        left.values += right.values
    }

    /// As PostgreSQL wants it: "$1" for the first "?", and so on.
    var numbered: String {
        var numbered = ""
        var number = 0
        for character in text {
            if character == "?" {
                number += 1
                numbered += "$\(number)"
            } else {
                numbered.append(character)
            }
        }
        return numbered
    }
}

extension [SQL] {
    /// All of them with a text between them.
    func joined(_ separator: StaticString) -> SQL {
        var all = SQL("")
        for (index, part) in enumerated() {
            if index > 0 { all += SQL(separator) }
            all += part
        }
        return all
    }
}
