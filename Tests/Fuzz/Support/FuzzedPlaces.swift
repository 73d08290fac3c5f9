internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as a JPEG that is passed on without the place where it was taken: the file that it is, or a block of metadata in one.
public struct FuzzedPlaces {
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        passOn(MediaFormat.sniff(bytes) == .jpeg ? bytes : MetadataCarrier.jpeg(bytes))
        return 0
    }

    private func passOn(_ file: [UInt8]) {
        guard let rest = withoutLocation(file) else { return }
        let metadata = outcome { () throws(ImagingError) in try ImageDecoder().metadata(of: ImageSource(bytes: rest)) }
        if let metadata { precondition(metadata.location == nil && metadata.altitude == nil, "\(metadata)") }
        // Of a damaged file, the segment with the damage is left out.
        guard let image = render(file), image.diagnostics.isClean else { return }
        precondition(render(rest)?.buffer.samples == image.buffer.samples, "the image differs")
        // A second time, there is nothing to take out.
        precondition(withoutLocation(rest) == rest, "it is \(rest)")
    }

    /// Small ones alone: nothing is given up after some time, which would be a difference.
    private func render(_ file: [UInt8]) -> RenderedImage? {
        outcome { () throws(ImagingError) in
            try ImageDecoder(limits: FuzzLimits.fullSize).renderWithDiagnostics(
                ImageSource(bytes: file), RenderRequest(targetSize: FuzzLimits.box))
        }
    }

    private func withoutLocation(_ file: [UInt8]) -> [UInt8]? {
        outcome { () throws(ImagingError) in
            var copy = try ImageSource(bytes: file).withoutLocation()
            var bytes: [UInt8] = []
            while let piece = try copy.next() {
                precondition(!piece.isEmpty)
                bytes += piece
            }
            return bytes
        }
    }
}
