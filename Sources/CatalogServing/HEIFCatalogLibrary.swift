package import BackendKit
package import PhotoModel
internal import PhotoServing

/// A library over an index whose decoder reads the images inside HEIF files.
package final class HEIFCatalogLibrary: CatalogLibrary, HEIFLibrary, @unchecked Sendable {  // Unchecked: as its base.
    package func items(
        of localIdentifier: String, call: BackendCall, emit: (ImageItem) -> Flow
    ) throws(BackendError) {
        let items = try serving.items(of: try files(of: localIdentifier, call: call))
        for item in items where emit(item) == .stop { return }
    }

    package func requestItem(
        _ id: UInt32, of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats,
        call: BackendCall, deliver: (Frame) -> Flow
    ) throws(BackendError) {
        try serving.requestImage(
            of: try files(of: localIdentifier, call: call), item: Int(id), options: options,
            acceptedFormats: acceptedFormats, call: call, deliver: deliver)
    }
}
