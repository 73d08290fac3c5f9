internal import ArgumentParser

/// The argument ASSET: a local identifier, or the path of a file of the library in bytes.
package struct AssetArgument: Sendable {
    package let path: FilePath

    /// The argument as an identifier; nil if it is not UTF-8, since identifiers are text.
    package var identifier: String? { String(validating: path.bytes, as: UTF8.self) }
}

extension AssetArgument: ExpressibleByArgument {
    package init?(argument: String) { path = FilePath(bytes: ArgumentBytes.bytes(of: argument)) }
}
