package import BackendKit
internal import BackendServing
internal import PhotoFolder
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary {
    package func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        let files = try files(of: localIdentifier, call: call)
        try serving.requestImage(
            of: files, options: options, acceptedFormats: acceptedFormats, call: call, deliver: deliver
        ) { frame, file in
            guard options.showsAll, !frame.isDegraded, !frame.isIncomplete else { return }
            let origin = ThumbnailOrigin(
                asset: localIdentifier, filename: file.name, status: file.status, turned: file.turned)
            index.previewHashes.offer(RenderedThumbnail(of: origin, pixels: frame.pixels))
        }
    }
}

extension ImageOptions {
    /// Whether the image shows the current version of the whole asset, not cropped.
    fileprivate var showsAll: Bool {
        crop == nil && version == .current && (contentMode == .aspectFit || targetSize == nil)
    }
}

extension IndexedFolderLibrary: VideoLibrary {
    package func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts {
        try serving.videoFacts(of: files(of: localIdentifier, call: call), representation: representation, call: call)
    }

    package func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame {
        try serving.poster(
            of: files(of: localIdentifier, call: call), representation: representation, at: time,
            targetSize: targetSize, call: call)
    }
}
