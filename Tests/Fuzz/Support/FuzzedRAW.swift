internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as a RAW file, for what is read of one without LibRaw: all of X3F, and of CR3, MRW and RAF the metadata.
public struct FuzzedRAW {
    private let source: ImageSource

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        source = ImageSource(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// - Returns: What libFuzzer wants to hear: 0, or -1 for an input that is not worth keeping because it is another format.
    public func exercise() -> CInt {
        guard let file = outcome({ () throws(ImagingError) in try ImageFile(source) }) else { return -1 }
        switch file.format {
        case .x3f: readX3F()
        case .cr3: check { () throws(ImagingError) in try CR3Metadata.metadata(of: file) }
        case .mrw: check { () throws(ImagingError) in try MRWMetadata.metadata(of: file) }
        case .raf: break
        default: return -1
        }
        rewrite(file)
        return 0
    }

    private func readX3F() {
        guard let file = outcome({ () throws(ImagingError) in try X3FFile(source) }) else { return }
        let size = file.header.storedSize
        precondition((1...65_535).contains(size.width) && (1...65_535).contains(size.height), "\(size)")
        check { () throws(ImagingError) in try file.metadata() }
        for request in [RenderRequest(targetSize: FuzzLimits.box), RenderRequest(convertsToSRGB: false)] {
            let end = ContinuousClock.now + FuzzLimits.patience
            let image = outcome { () throws(ImagingError) in
                try file.preview(byteLimit: FuzzLimits.fullSize.maxMemoryBytes).render(
                    request, limits: FuzzLimits.fullSize,
                    cancellation: Cancellation { ContinuousClock.now > end ? .deadline : nil })
            }
            image?.buffer.read()
        }
    }

    private func check(_ read: () throws(ImagingError) -> ImageMetadata?) {
        if let metadata = outcome(read) ?? nil { checkNumbers(of: metadata) }
    }

    /// What a JPEG that is made of the photo is given.
    private func rewrite(_ file: ImageFile) {
        let block = outcome { () throws(ImagingError) in try RecognizedStills().exifBlock(of: file) } ?? nil
        guard block != nil else { return }
        for keepsLocation in [true, false] {
            let upright = PhotoRewriting(source).exifBlock(size: FuzzLimits.box, keepsLocation: keepsLocation)
            guard let upright else { continue }
            let jpeg = ImageSource(bytes: MetadataCarrier.exif(upright))
            guard let metadata = outcome({ () throws(ImagingError) in try ImageDecoder().metadata(of: jpeg) }) else {
                continue
            }
            precondition(metadata.orientation == .upright, "\(metadata)")
            precondition(keepsLocation || metadata.location == nil, "\(metadata)")
        }
    }
}
