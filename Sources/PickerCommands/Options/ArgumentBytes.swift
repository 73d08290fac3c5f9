internal import Platform

/// Arguments as text that preserves their bytes: the argument parser takes only text, but file names need not be UTF-8.
///
/// A byte that is not UTF-8 becomes a private-use character, U+10FE80 to U+10FEFF. If an argument contains one of these
/// characters, its bytes become such characters too, so that two arguments never become the same text. Arguments are encoded when
/// they are read, and decoded by `FilePath` and `AssetArgument`; all other options refuse them (`check`).
package enum ArgumentBytes {
    private static let first: UInt32 = 0x10FE00
    private static let reserved: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

    /// The arguments of this process, without its name.
    package static var given: [String] { CurrentProcess.arguments.dropFirst().map { text(of: $0) } }

    /// The text of an argument. UTF-8 without these private-use characters stays as it is.
    package static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !holdsBytes(text) { return text }
        var text = String.UnicodeScalarView()
        forEachPart(of: bytes) { part, scalar in
            if let scalar, !reserved.contains(scalar.value) {
                text.append(scalar)
            } else {
                text.append(contentsOf: part.compactMap { Unicode.Scalar(first + UInt32($0)) })
            }
        }
        return String(text)
    }

    /// The bytes of an argument, from its text.
    package static func bytes(of text: String) -> [UInt8] {
        guard holdsBytes(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            reserved.contains(scalar.value) ? [UInt8(scalar.value - first)] : Array(String(scalar).utf8)
        }
    }

    /// Whether the text has characters that stand for bytes.
    static func holdsBytes(_ text: String) -> Bool {
        text.unicodeScalars.contains { reserved.contains($0.value) }
    }

    /// Refuses a command that has such bytes where only text can be: they would name something else.
    ///
    /// - Parameter given: the arguments from which the command was made.
    static func check(_ command: Any, given: [String] = ArgumentBytes.given) throws(CommandFailure) {
        guard given.contains(where: holdsBytes), let text = text(in: command, depth: 0) else { return }
        throw CommandFailure(
            .usage,
            "\(description(of: bytes(of: text))): the name is not UTF-8; name an album by its identifier, "
                + "and anything else by a link whose name is UTF-8")
    }

    /// The first text with such bytes in a value or inside it. The limit is far above the depth of options, which are a few
    /// levels below their command.
    private static func text(in value: Any, depth: Int) -> String? {
        if let text = value as? String { return holdsBytes(text) ? text : nil }
        // A path is bytes already, and there may be megabytes of them.
        if value is FilePath || value is AssetArgument { return nil }
        guard depth < 20 else { return nil }
        for child in Mirror(reflecting: value).children {
            if let found = text(in: child.value, depth: depth + 1) { return found }
        }
        return nil
    }

    /// The bytes as text for messages: `\xff` stands for a byte that is not UTF-8.
    package static func description(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        forEachPart(of: bytes) { part, scalar in
            if let scalar {
                text.unicodeScalars.append(scalar)
            } else {
                text += part.map { "\\x" + String($0, radix: 16) }.joined()
            }
        }
        return text
    }

    /// Calls `body` with the bytes of each character and the character, or with nil for bytes that are not UTF-8.
    private static func forEachPart(of bytes: [UInt8], _ body: (ArraySlice<UInt8>, Unicode.Scalar?) -> Void) {
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded):
                body(bytes[position..<position + encoded.count], Unicode.UTF8.decode(encoded))
                position += encoded.count
            case .error(let length):
                body(bytes[position..<position + length], nil)
                position += length
            case .emptyInput: return
            }
        }
    }
}
