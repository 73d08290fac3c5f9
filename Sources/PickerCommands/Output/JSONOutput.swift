internal import PhotoModel
internal import PickerHost

/// JSON on standard output.
package enum JSONOutput {
    private static let compact = JSONText()
    private static let pretty = JSONText(isPretty: true)

    /// Prints one object on a line, for streams.
    static func line(_ document: some Encodable) throws {
        StandardOutput.shared.write(try compact.bytes(document) + [UInt8(ascii: "\n")])
    }

    /// Prints one document.
    package static func document(_ document: some Encodable) throws { StandardOutput.shared.write(try bytes(document)) }

    /// The bytes of one document, as it is printed.
    package static func bytes(_ document: some Encodable) throws -> [UInt8] {
        try pretty.bytes(document) + [UInt8(ascii: "\n")]
    }
}

extension PhotoLibrary {
    /// An asset with its representations, as JSON.
    func document(of asset: Asset) async throws(PhotoError) -> AssetDocument {
        guard asset.representationCount > 1 else { return AssetDocument(asset) }
        return AssetDocument(asset, details: try await details(of: asset.localIdentifier))
    }
}
