internal import PhotoModel

/// A RAW file of Sigma's cameras (X3F), which most builds of LibRaw do not read: its preview, and what it says about the photo.
///
/// A file consists of sections, which a directory at its end lists. Numbers are little-endian (ExifTool, `SigmaRaw.pm`).
package struct X3FFile {
    /// Files have about ten.
    private static let mostSections = 64
    private static let directoryHeadLength = 12
    private static let directoryEntryLength = 12
    /// How much of a preview is read for its header and its metadata, which come before its pixels.
    private static let beginningLength = 1 << 20

    /// As stored.
    private let size: PixelSize
    private let orientation: Orientation
    private let source: ImageSource
    /// The largest preview; nil if there is none that can be shown.
    private let preview: Preview?
    private let properties: X3FProperties

    /// - Throws: `corrupt` if the file has no directory, or no size; `io`.
    package init(_ source: ImageSource) throws(ImagingError) {
        self.source = source
        let sections = try Self.sections(source)
        preview = try Self.preview(sections, source)
        if let section = sections.first(where: { $0.type == "PROP" }) {
            properties = try X3FProperties(section.range, of: source)
        } else {
            properties = X3FProperties()
        }
        let head = try source.read(at: 0, count: 40)
        let (width, height) = (head.little(at: 28) ?? 0, head.little(at: 32) ?? 0)
        // From version 4 on, the size is only that of the preview, which is as large as the image.
        let isFullSize = (head.little(at: 4) ?? 0) >> 16 >= 4 || width == 0 || height == 0
        if isFullSize, let jpeg = try Self.beginning(of: preview, source) {
            let header = try ImageDecoder().header(of: jpeg)
            (size, orientation) = (header.storedSize, header.orientation)
        } else {
            (size, orientation) = (PixelSize(width: width, height: height), Self.orientation(head.little(at: 36)))
        }
        // Sensors have fewer pixels on each side.
        guard !size.isEmpty, max(size.width, size.height) <= 65_535 else {
            throw .corrupt("the RAW file says that it is \(size) pixels large")
        }
    }

    /// - Parameter degrees: clockwise.
    private static func orientation(_ degrees: Int?) -> Orientation {
        switch degrees {
        case 90: .rotated90
        case 180: .rotated180
        case 270: .rotated270
        default: .upright
        }
    }

    package var header: ImageHeader { .previewed(.x3f, storedSize: size, orientation: orientation) }

    /// What the preview says, if it is a JPEG, and for the rest what the file says. There is no place, and no time zone.
    package func metadata() throws(ImagingError) -> ImageMetadata {
        let jpeg = try Self.beginning(of: preview, source)
        var metadata = jpeg.flatMap { try? ImageDecoder().metadata(of: $0) } ?? ImageMetadata()
        metadata.orientation = orientation
        properties.complete(&metadata)
        return metadata
    }

    /// The EXIF block of the preview; nil if it has none, or is no JPEG.
    package func exifBlock() throws(ImagingError) -> [UInt8]? {
        guard let jpeg = try Self.beginning(of: preview, source) else { return nil }
        return try ImageDecoder().exifBlock(of: jpeg)
    }

    private struct Section {
        let type: String
        let range: Range<Int>
    }

    /// The sections that are inside the file.
    private static func sections(_ source: ImageSource) throws(ImagingError) -> [Section] {
        let start = try source.read(at: max(0, source.byteCount - 4), count: 4).little(at: 0) ?? 0
        let bytes = try source.read(at: start, count: directoryHeadLength + directoryEntryLength * mostSections)
        guard bytes.starts(with: Array("SECd".utf8)), let count = bytes.little(at: 8) else {
            throw .corrupt("the X3F file has no list of its sections")
        }
        return (0..<min(count, mostSections)).compactMap { index in
            let place = directoryHeadLength + directoryEntryLength * index
            guard let offset = bytes.little(at: place), let length = bytes.little(at: place + 4),
                bytes.count >= place + directoryEntryLength, offset + length <= source.byteCount
            else { return nil }
            let type = String(decoding: bytes[place + 8..<place + 12], as: UTF8.self)
            return Section(type: type, range: offset..<offset + length)
        }
    }
}

extension X3FFile {
    private struct Preview {
        let isJPEG: Bool
        let size: PixelSize
        /// Of a bitmap, from one row to the next.
        let rowBytes: Int
        /// The range of a JPEG, or of red, green and blue, in the file.
        let range: Range<Int>
    }

    private static func preview(_ sections: [Section], _ source: ImageSource) throws(ImagingError) -> Preview? {
        let (headLength, processed, bitmap, jpeg) = (28, 2, 3, 18)
        var found: [Preview] = []
        for section in sections where ["IMAG", "IMA2"].contains(section.type) && section.range.count > headLength {
            let head = try source.read(at: section.range.lowerBound, count: headLength)
            guard head.starts(with: Array("SECi".utf8)), head.little(at: 8) == processed,
                let format = head.little(at: 12), format == bitmap || format == jpeg,
                let width = head.little(at: 16), let height = head.little(at: 20), let rowBytes = head.little(at: 24)
            else { continue }
            found.append(
                Preview(
                    isJPEG: format == jpeg, size: PixelSize(width: width, height: height), rowBytes: rowBytes,
                    range: section.range.lowerBound + headLength..<section.range.upperBound))
        }
        // Bitmaps are for the screen of the camera.
        let jpegs = found.filter(\.isJPEG)
        return (jpegs.isEmpty ? found : jpegs).max { $0.size.pixelCount < $1.size.pixelCount }
    }

    /// The first bytes of a preview that is a JPEG; nil for others.
    private static func beginning(of preview: Preview?, _ source: ImageSource) throws(ImagingError) -> ImageSource? {
        guard let preview, preview.isJPEG else { return nil }
        let count = min(preview.range.count, beginningLength)
        let jpeg = ImageSource(bytes: try source.read(at: preview.range.lowerBound, count: count))
        // It may be anything: thousands of files of this kind, one inside the other, would take the whole stack.
        guard (try? ImageFile(jpeg))?.format == .jpeg else { return nil }
        return jpeg
    }

    /// The largest preview.
    ///
    /// - Parameter byteLimit: the most bytes that it may have in the file.
    package func preview(byteLimit: Int) throws(ImagingError) -> EmbeddedPreview {
        guard let preview else { throw .unsupportedFormat("a RAW file without a preview that can be shown") }
        guard preview.range.count <= byteLimit else {
            throw .tooLarge("a preview of \(preview.range.count) bytes, where \(byteLimit) are allowed")
        }
        let bytes = try source.read(at: preview.range.lowerBound, count: preview.range.count)
        let content: EmbeddedPreview.Content =
            if preview.isJPEG { .jpeg(bytes) } else { .pixels(try Self.pixels(bytes, preview)) }
        return try EmbeddedPreview(content, imageSize: size, orientation: orientation)
    }

    private static func pixels(_ bytes: [UInt8], _ preview: Preview) throws(ImagingError) -> PixelBuffer {
        let size = preview.size
        guard !size.isEmpty, max(size.width, size.height) <= 65_535, preview.rowBytes >= 3 * size.width,
            preview.rowBytes * size.height <= bytes.count
        else { throw .corrupt("its preview is cut off") }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * size.pixelCount)
        for row in 0..<size.height { pixels += bytes[row * preview.rowBytes..<row * preview.rowBytes + 3 * size.width] }
        return try PixelBuffer.rgb8(pixels, size: size)
    }
}

extension [UInt8] {
    /// A number of four bytes, the lowest first; nil if they are not all there.
    func little(at offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return self[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
