internal import Glibc
internal import Imaging
internal import SystemPackage

/// libFuzzer calls this before the first input. Writes the seeds into the folder PICKER_FUZZ_SEEDS, if that is set.
@c(LLVMFuzzerInitialize)
public func writeSeeds(
    _ argumentCount: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
    guard let folder = getenv("PICKER_FUZZ_SEEDS") else { return 0 }
    do {
        for (name, bytes) in try Seeds.files() {
            let source = ImageSource(bytes: bytes)
            // A seed that is refused would lead nowhere. The images of HEIF files are not decoded here.
            switch FuzzedFormat(source) {
            case .heif: _ = try HEIFFile(source)
            // One of them is a block of EXIF, without an image.
            case .tiff: _ = try FuzzedImage.decoder().metadata(of: source)
            case .some: _ = try FuzzedImage.decoder().render(source, RenderRequest())
            case nil: break
            }
            let file = try FileDescriptor.open(
                FilePath(String(cString: folder)).appending(name), .writeOnly, options: [.create, .truncate],
                permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(bytes) }
        }
        return 0
    } catch {
        fatalError("the seeds cannot be written: \(error)")
    }
}
