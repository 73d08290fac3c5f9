internal import FoundationEssentials

/// JSON as Picker writes it: UTF-8, keys in alphabetical order, slashes as they are.
public struct JSONText: Sendable {
    private let encoder: JSONEncoder

    /// - Parameter isPretty: whether it is indented for people, and not one line.
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
