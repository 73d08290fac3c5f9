extension ImageSource {
    /// The same image without what says where it was taken. The image's own data are not touched.
    ///
    /// - Throws: `unsupportedFormat` for everything but JPEG, rather than giving out what may hold a place; `corrupt`,
    ///   `io`.
    public func withoutLocation() throws(ImagingError) -> LocationFreeJPEG { try ImageDecoder().withoutLocation(self) }
}

/// Copies a JPEG without what says where it was taken, a piece at a time; memory does not grow with the file.
///
/// Left out: EXIF's GPS directory and maker notes (some hold positions and names of places), coordinates, cities and
/// countries in XMP and IPTC, extended XMP, application segments of kinds that are not known here, and all that follows
/// the end of the image: the other images of a multi-picture file and the video of a motion photo have places of their
/// own. Kept as they are: the compressed image, its profile, thumbnails, comments, and all other metadata. Texts that
/// people wrote, such as a caption, are kept even when they name a place.
public struct LocationFreeJPEG: Sendable {
    private enum Phase {
        case start, segments, scan, end
    }

    /// Of the compressed data, in bytes.
    private static let pieceLength = 256 << 10

    private let source: ImageSource
    private var position: Int
    private var phase = Phase.start

    init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        position = try JPEGStructureReader.read(try SourceWindow(source)).start
    }

    /// The next bytes, some hundred thousand at most and never none; nil at the end.
    public mutating func next() throws(ImagingError) -> [UInt8]? {
        while true {
            let piece: [UInt8]
            switch phase {
            case .start:
                piece = [0xFF, 0xD8]
                position += 2
                phase = .segments
            case .segments: piece = try nextSegment()
            case .scan: piece = try nextScanData()
            case .end: return nil
            }
            if !piece.isEmpty { return piece }
        }
    }

    /// The next marker with its segment; empty when it is left out. Bytes between segments are, too.
    private mutating func nextSegment() throws(ImagingError) -> [UInt8] {
        let head = ByteView(try source.read(at: position, count: 4))
        guard let first = head.byte(at: 0), let marker = head.byte(at: 1), marker != 0xD9 else {
            phase = .end
            return head.count >= 2 ? [0xFF, 0xD9] : []
        }
        guard first == 0xFF, marker != 0xFF, marker != 0 else {
            position += 1
            return []
        }
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {  // Markers without a length.
            position += 2
            return []
        }
        guard let length = head.bigUInt16(at: 2).map(Int.init), length >= 2 else {
            phase = .end
            return []
        }
        return try segment(marker, length: length)
    }

    private mutating func segment(_ marker: UInt8, length: Int) throws(ImagingError) -> [UInt8] {
        let payload = try source.read(at: position + 4, count: length - 2)
        guard payload.count == length - 2 else {  // Cut off, so that it is not known what it is.
            phase = .end
            return []
        }
        position += 2 + length
        if marker == 0xDA { phase = .scan }
        guard let kept = LocationFreeSegment.payload(of: marker, payload), kept.count + 2 <= 0xFFFF else { return [] }
        let count = kept.count + 2
        return [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)] + kept
    }

    /// Compressed data up to the next marker that does not belong to it.
    private mutating func nextScanData() throws(ImagingError) -> [UInt8] {
        let bytes = try source.read(at: position, count: Self.pieceLength)
        let isLast = position + bytes.count >= source.byteCount
        guard !bytes.isEmpty else {
            phase = .end
            return []
        }
        let (length, isMarker) = Self.dataLength(bytes)
        // A last byte 0xFF may begin a marker: it is looked at again with what follows.
        let count = length == 0 && !isMarker || isLast && !isMarker ? bytes.count : length
        position += count
        if isMarker { phase = .segments }
        return count == bytes.count ? bytes : Array(bytes[..<count])
    }

    /// How many bytes come before a marker other than a restart, and whether there is one.
    private static func dataLength(_ bytes: [UInt8]) -> (length: Int, isMarker: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 1 < bytes.count {
                guard bytes[index] == 0xFF else {
                    index += 1
                    continue
                }
                let next = bytes[index + 1]
                if next == 0xFF {
                    index += 1
                } else if next == 0 || (0xD0...0xD7).contains(next) {
                    index += 2
                } else {
                    return (index, true)
                }
            }
            let endsOpen = index < bytes.count && bytes[index] == 0xFF
            return (endsOpen ? index : bytes.count, false)
        }
    }
}
