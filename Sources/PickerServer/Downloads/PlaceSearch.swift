internal import PhotoModel
internal import PickerHost

/// Finds out whether a file may contain the location.
struct PlaceSearch {
    let original: OriginalFile
    let library: any PhotoReading

    /// `mostEdge` is how many bytes are searched at the beginning and the end of a video that does not consist of
    /// boxes. A video with a range of metadata of more than `mostMetadata` bytes is not searched; it counts as one that
    /// may contain a location.
    private static let mostEdge: Int64 = 4 << 20
    private static let mostMetadata: Int64 = 64 << 20
    private static let mostBoxes = 4_096
    /// How many bytes at the beginning of the media data are searched; the first frames are among them.
    private static let mostFirstPictures: Int64 = 1 << 20

    func mayTellPlace() async throws -> Bool {
        if original.asset.location != nil { return true }
        let whole = 0..<original.byteSize
        guard original.isVideo else { return try await marks.areIn(whole, of: original, library) }
        let parts = try await parts()
        if let pictures = parts?.pictures, try await PlaceMarks.ofPictures.areIn(pictures, of: original, library) {
            return true
        }
        for range in parts?.metadata ?? edges {
            guard range.upperBound - range.lowerBound <= Self.mostMetadata else { return true }
            if try await PlaceMarks.ofVideos.areIn(range, of: original, library) { return true }
        }
        return false
    }

    private var marks: PlaceMarks {
        switch MediaFormat(uniformTypeIdentifier: original.representation.contentType) {
        case .png: .ofPNG
        case .jxl: .ofJPEGXL
        case nil: .ofAny
        default: .ofPhotos
        }
    }

    private var edges: [Range<Int64>] {
        let size = original.byteSize
        return [0..<min(size, Self.mostEdge), max(0, size - Self.mostEdge)..<size]
    }

    /// The ranges of a file of boxes (ISO/IEC 14496-12, section 4.2) that are not media data, and the beginning of the
    /// media data; nil if the file does not consist of boxes.
    private func parts() async throws -> (metadata: [Range<Int64>], pictures: Range<Int64>?)? {
        var ranges: [Range<Int64>] = []
        var pictures: Range<Int64>?
        var offset: Int64 = 0
        while offset < original.byteSize {
            let head = try await library.read(original.reference, offset: offset, count: 16)
            guard let box = BoxHead(head, rest: original.byteSize - offset), ranges.count < Self.mostBoxes else {
                // Bytes after the last box do not form a box.
                guard offset > 0 else { return nil }
                ranges.append(offset..<original.byteSize)
                break
            }
            if box.type != "mdat" {
                ranges.append(offset..<offset + box.length)
            } else if pictures == nil {
                pictures = offset..<offset + min(box.length, Self.mostFirstPictures)
            }
            offset += box.length
        }
        return (ranges, pictures)
    }
}

/// The header of a box in an MP4 or QuickTime file.
struct BoxHead {
    let type: String
    /// The length in bytes, header included; never more than the file has.
    let length: Int64

    /// - Parameter rest: the number of bytes from the beginning of the box to the end of the file.
    init?(_ bytes: [UInt8], rest: Int64) {
        guard bytes.count >= 8, bytes[4..<8].allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else {
            return nil
        }
        type = String(decoding: bytes[4..<8], as: UTF8.self)
        var length = Self.number(bytes[0..<4])
        if length == 1 {
            guard bytes.count >= 16 else { return nil }
            length = Self.number(bytes[8..<16])
        }
        // 0 means: up to the end of the file.
        if length == 0 { length = UInt64(rest) }
        guard length >= 8 else { return nil }
        self.length = Int64(min(length, UInt64(rest)))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
