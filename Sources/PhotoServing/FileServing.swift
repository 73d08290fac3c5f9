package import BackendKit
package import PhotoCatalog

/// Answers requests for images and bytes from the files of assets: what all backends over a folder share, however they
/// found the files.
package struct FileServing: Sendable {
    let root: LibraryRoot
    let host: BackendHost

    package init(root: LibraryRoot, host: BackendHost) {
        self.root = root
        self.host = host
    }
}
