package import BackendKit
package import PhotoCatalog

/// Answers requests for images and bytes from the files of assets: what all backends over a folder share, however they
/// found the files.
package struct FileServing: Sendable {
    let root: LibraryRoot
    let host: BackendHost
    let sizes: ImagePlan.Sizes

    /// - Parameter sizes: which sizes there are for requests that do not ask for an exact one.
    package init(root: LibraryRoot, host: BackendHost, sizes: ImagePlan.Sizes) {
        self.root = root
        self.host = host
        self.sizes = sizes
    }
}
