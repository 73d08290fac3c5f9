internal import FoundationEssentials

/// JSON as Picker writes it: UTF-8, keys in alphabetical order, slashes as they are.
public struct JSONText: Sendable {
    private let encoder: JSONEncoder

    /// - Parameter isPretty: indented for people, or one line.
    public init(isPretty: Bool = false) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        self.encoder = encoder
    }

    /// The document as UTF-8, without a line break at its end.
    public func bytes(_ document: some Encodable) throws -> [UInt8] {
        Array(try encoder.encode(document))
    }
}

/// RFC 4648 base64 with padding.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// RFC 4648 base64url without padding, as it stands in addresses and JSON.
public func base64URL(_ bytes: [UInt8]) -> String {
    let letters = base64(bytes).utf8.filter { $0 != UInt8(ascii: "=") }.map { letter in
        switch letter {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: letter
        }
    }
    return String(decoding: letters, as: UTF8.self)
}
