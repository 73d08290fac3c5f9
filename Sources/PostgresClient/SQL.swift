/// A statement: text that is part of this program, and values that are passed separately.
///
/// The text comes only from literals, which the compiler enforces: no input can become a part of it.
package struct SQL: Sendable {
    /// The text, with a "?" for each value.
    package private(set) var text: String
    package private(set) var values: [SQLValue]

    /// - Parameters:
    ///   - text: has a "?" for each value.
    ///   - values: the values, in their order.
    package init(_ text: StaticString, _ values: SQLValue...) {
        self.text = text.description
        self.values = values
    }

    /// The name of a table or the like.
    package init(_ name: SQLName) {
        text = "\"\(name.text)\""
        values = []
    }

    /// One statement's text after the other's.
    package static func + (left: SQL, right: SQL) -> SQL {
        var both = left
        both += right
        return both
    }

    package static func += (left: inout SQL, right: SQL) {
        left.text += right.text
        left.values += right.values
    }

    /// The statement with some words replaced, since databases have different names for types.
    ///
    /// - Parameter words: pairs that are replaced one after the other, wherever they occur in the text.
    package func replacing(_ words: [(old: StaticString, new: StaticString)]) -> SQL {
        var replaced = self
        for (old, new) in words { replaced.text = replaced.text.replacing("\(old)", with: "\(new)") }
        return replaced
    }

    /// The text in the form of PostgreSQL: "$1" for the first "?", and so on.
    package var numbered: String {
        var numbered: [UInt8] = []
        numbered.reserveCapacity(text.utf8.count * 2)
        var number = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "?") {
                number += 1
                numbered += "$\(number)".utf8
            } else {
                numbered.append(byte)
            }
        }
        return String(decoding: numbered, as: UTF8.self)
    }
}

/// A name that may be used in a statement.
package struct SQLName: Sendable {
    let text: String

    /// - Returns: nil for anything but lower-case letters, digits and "_", beginning with a letter, 63 at most.
    package init?(_ text: String) {
        let isName = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard isName, (1...63).contains(text.utf8.count), text.first?.isLetter == true else { return nil }
        self.text = text
    }

    /// A name that is part of this program.
    package init(literal text: StaticString) { self.text = text.description }
}

extension [SQL] {
    /// Joins statements with a text between them.
    package func joined(_ separator: StaticString) -> SQL {
        var all = SQL("")
        for (index, part) in enumerated() {
            if index > 0 { all += SQL(separator) }
            all += part
        }
        return all
    }
}
