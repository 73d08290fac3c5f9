package import BackendKit
internal import PhotoCatalog
internal import PhotoIndex
package import PhotoModel
internal import PhotoServing

extension CatalogLibrary {
    package func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(BackendError) {
        let files = try files(of: localIdentifier, call: call)
        try serving.requestImage(
            of: files, options: options, acceptedFormats: acceptedFormats, call: call, deliver: deliver
        ) { frame, file, status in
            guard options.showsAll, !frame.isDegraded, !frame.isIncomplete else { return }
            let origin = PictureOrigin(asset: localIdentifier, filename: file.name, status: status)
            placeholders.offer(RenderedPicture(of: origin, pixels: frame.pixels))
        }
    }
}

extension ImageOptions {
    /// Whether the image is all of the current version, nothing cut off.
    fileprivate var showsAll: Bool {
        crop == nil && version == .current && (contentMode == .aspectFit || targetSize == nil)
    }
}
