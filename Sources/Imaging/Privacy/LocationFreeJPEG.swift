extension ImageSource {
    /// The same file without the location where the image was taken. The compressed image is not changed.
    ///
    /// - Throws: `unsupportedFormat` for all formats but JPEG, so that no location leaks from them; `corrupt`, `io`.
    public func withoutLocation() throws(ImagingError) -> LocationFreeJPEG { try ImageDecoder().withoutLocation(self) }
}

/// Copies a JPEG without the location, piece by piece, so that memory does not grow with the file.
///
/// These are left out: the GPS directory and maker notes of EXIF (some contain positions and names of places), coordinates,
/// cities and countries in XMP and IPTC, thumbnails in XMP, extended XMP, unknown application segments, and everything after the
/// end of the image, because the other images of a multi-picture file and the video of a motion photo contain locations too.
/// Everything else is kept unchanged: the compressed image, its profile, other thumbnails, comments, and all other metadata. Texts
/// that people wrote, such as a caption, are kept even if they name a place. Of EXIF that is too damaged to be kept, the
/// orientation is.
public struct LocationFreeJPEG: Sendable {
    private enum Phase {
        case start, segments, scan, end
    }

    /// The most bytes of compressed data in one piece.
    private static let pieceLength = 256 << 10

    private let source: ImageSource
    /// How the image is shown, and where the segment begins that says so, or would if it could be read.
    private let orientation: (value: Orientation, segment: Int?)
    private var position: Int
    /// What was read last, and where it begins.
    private var part: (start: Int, bytes: [UInt8]) = (0, [])
    private var phase = Phase.start

    init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        let structure = try JPEGStructureReader.read(try SourceWindow(source))
        // Its data would be taken for markers.
        guard structure.frame?.marker != 0xF7 else { throw .unsupportedFormat("JPEG-LS") }
        orientation = (
            try JPEGHeaderReader.orientation(of: structure, source), LocationFreeSegment.orientingSegment(of: structure)
        )
        position = structure.start
    }

    /// The next piece, never empty and at most `pieceLength` bytes long; nil at the end.
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

    /// The next marker with its segment; empty if it is left out, as bytes between segments are.
    private mutating func nextSegment() throws(ImagingError) -> [UInt8] {
        let head = ByteView(try ahead(atLeast: 4))
        guard let first = head.byte(at: 0), let marker = head.byte(at: 1) else {
            phase = .end
            return []
        }
        guard first == 0xFF, marker != 0xFF, marker != 0 else {
            position += 1
            try skipToMarker()
            return []
        }
        if marker == 0xD9 { return end() }
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {  // Markers without a length.
            position += 2
            return []
        }
        guard let length = head.bigUInt16(at: 2).map(Int.init), length >= 2 else { return end() }
        return try segment(marker, length: length)
    }

    /// The marker of the end; also instead of one that cannot be passed on, since any ends the compressed data before it.
    private mutating func end() -> [UInt8] {
        phase = .end
        return [0xFF, 0xD9]
    }

    /// The bytes that come next, at least so many of them unless the file ends before. They are read in large parts, each of which is used
    /// up: files may consist of millions of markers, with a byte between two of them.
    private mutating func ahead(atLeast count: Int) throws(ImagingError) -> ArraySlice<UInt8> {
        if position + count > part.start + part.bytes.count {
            part = (position, try source.read(at: position, count: Self.pieceLength))
        }
        return part.bytes.dropFirst(position - part.start)
    }

    /// Goes on to the next marker, or to where one may begin at the end of what was read.
    private mutating func skipToMarker() throws(ImagingError) {
        let bytes = try ahead(atLeast: 2)
        let marker = bytes.indices.first { index in
            guard bytes[index] == 0xFF else { return false }
            return index + 1 == bytes.endIndex || bytes[index + 1] != 0xFF && bytes[index + 1] != 0
        }
        position += (marker ?? bytes.endIndex) - bytes.startIndex
    }

    private mutating func segment(_ marker: UInt8, length: Int) throws(ImagingError) -> [UInt8] {
        let payload = Array(try ahead(atLeast: 2 + length).dropFirst(4).prefix(length - 2))
        guard payload.count == length - 2 else { return end() }  // It may hide anything.
        let isOrienting = position == orientation.segment
        position += 2 + length
        if marker == 0xDA { phase = .scan }
        // XMP may get longer when it is written again.
        var kept = LocationFreeSegment.payload(of: marker, payload).flatMap { $0.count + 2 <= 0xFFFF ? $0 : nil }
        if isOrienting { kept = LocationFreeSegment.oriented(kept, of: payload, as: orientation.value) }
        guard let kept else { return [] }
        let count = kept.count + 2
        return [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)] + kept
    }

    /// The compressed data up to the next marker that does not belong to it, or as much as fits into one piece.
    private mutating func nextScanData() throws(ImagingError) -> [UInt8] {
        let bytes = try ahead(atLeast: 2)
        let isLast = position + bytes.count >= source.byteCount
        guard !bytes.isEmpty else {
            phase = .end
            return []
        }
        let (length, isMarker) = Self.dataLength(bytes)
        // A last byte of 0xFF may begin a marker, so it is read again together with what follows it.
        let count = length == 0 && !isMarker || isLast && !isMarker ? bytes.count : length
        position += count
        if isMarker { phase = .segments }
        return Array(bytes.prefix(count))
    }

    /// The number of bytes before the first marker that is not a restart marker, and whether there is such a marker.
    private static func dataLength(_ bytes: ArraySlice<UInt8>) -> (length: Int, isMarker: Bool) {
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
