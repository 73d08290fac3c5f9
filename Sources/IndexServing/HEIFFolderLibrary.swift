package import BackendKit
internal import BackendServing
package import PhotoModel

/// A library over an index whose decoder can read each of the images inside a HEIF file.
// Unchecked: it adds no state to its superclass.
package final class HEIFFolderLibrary: IndexedFolderLibrary, HEIFLibrary, @unchecked Sendable {
    package func items(
        of localIdentifier: String, call: BackendCall, emit: (ImageItem) -> Flow
    ) throws(PhotoError) {
        let items = try serving.items(of: try files(of: localIdentifier, call: call))
        for item in items where emit(item) == .stop { return }
    }

    package func requestItem(
        _ id: UInt32, of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats,
        call: BackendCall, deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        try serving.requestImage(
            of: try files(of: localIdentifier, call: call), item: Int(id), options: options,
            acceptedFormats: acceptedFormats, call: call, deliver: deliver)
    }
}
