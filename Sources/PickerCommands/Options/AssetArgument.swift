internal import ArgumentParser

/// ASSET: a local identifier, or the path of a file of the library, as its bytes.
package struct AssetArgument: Sendable {
    package let path: FilePath

    /// An identifier is text; nil when this is none.
    package var identifier: String? { String(validating: path.bytes, as: UTF8.self) }
}

extension AssetArgument: ExpressibleByArgument {
    package init?(argument: String) { path = FilePath(bytes: ArgumentBytes.bytes(of: argument)) }
}
