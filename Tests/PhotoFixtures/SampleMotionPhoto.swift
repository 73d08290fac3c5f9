/// Photos with a video in the same file, in the ways of several phones.
public struct SampleMotionPhoto: Sendable, CustomStringConvertible {
    public let name: String
    public let fileExtension: String
    /// The whole file.
    public let bytes: [UInt8]
    /// Where the video is.
    public let video: Range<Int>

    public var description: String { name }

    public static func all() throws -> [SampleMotionPhoto] {
        [try google(), try microVideo(), try samsung(), heic()]
    }

    /// What is after the images: a file of two boxes.
    public static let film = Self.film(bytes: 5000)

    /// Motion Photo format 1.0, with padding after the still.
    public static func google(film: [UInt8] = film) throws -> SampleMotionPhoto {
        let items = """
            <Container:Directory><r:Seq>
            <r:li r:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Padding="7"/>
            </r:li><r:li r:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto"
            Item:Length="\(film.count)"/></r:li></r:Seq></Container:Directory>
            """
        let still = try withXMP("GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\"", items)
        return SampleMotionPhoto("google", "jpg", still + [UInt8](repeating: 0, count: 7), film)
    }

    /// The format before it.
    public static func microVideo(film: [UInt8] = film) throws -> SampleMotionPhoto {
        let attributes = "GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(film.count)\""
        return SampleMotionPhoto("microVideo", "jpg", try withXMP(attributes, ""), film)
    }

    /// Blocks after the image, with a directory at the end.
    public static func samsung(film: [UInt8] = film) throws -> SampleMotionPhoto {
        let tags: TIFFTags = [0x10F: .text("samsung"), 0x110: .text("SM-G960F")]
        let still = try segment(Array("Exif\0\0".utf8) + tags.file, in: SamplePhoto.jpeg())
        let version = block(0x0A01, "Image_UTC_Data", Array("1651395600000".utf8))
        let head = block(0x0A30, "MotionPhoto_Data", [])
        let blocks = version + head + film
        let entries =
            entry(0x0A01, distance: blocks.count, length: version.count)
            + entry(0x0A30, distance: head.count + film.count, length: head.count + film.count)
        let directory = Array("SEFH".utf8) + little(UInt32(107)) + little(UInt32(2)) + entries
        let trailer = directory + little(UInt32(directory.count)) + Array("SEFT".utf8)
        return SampleMotionPhoto("samsung", "jpg", still + version + head, film, trailer)
    }

    /// A box at the end of a HEIC file.
    public static func heic(film: [UInt8] = film) -> SampleMotionPhoto {
        let size = SampleRAW.big(UInt32(8 + film.count))
        return SampleMotionPhoto("heic", "heic", SampleMedia.heic + size + Array("mpvd".utf8), film)
    }

    private init(
        _ name: String, _ fileExtension: String, _ still: [UInt8], _ film: [UInt8], _ trailer: [UInt8] = []
    ) {
        (self.name, self.fileExtension) = (name, fileExtension)
        bytes = still + film + trailer
        video = still.count..<still.count + film.count
    }

    private static func film(bytes: Int) -> [UInt8] {
        let start = SampleMedia.mp4.dropLast(8)  // Without the empty box at its end.
        return start + SampleRAW.box("mdat", (0..<bytes).map { UInt8(truncatingIfNeeded: $0 * 7) })
    }

    private static func withXMP(_ attributes: String, _ elements: String) throws -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
            xmlns:Container="http://ns.google.com/photos/1.0/container/"
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(elements)</r:Description></r:RDF>
            """
        return try segment(Array(packet.utf8), in: SamplePhoto.jpeg())
    }

    private static func segment(_ payload: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE1] + SampleRAW.big(UInt16(payload.count + 2)) + payload + jpeg.dropFirst(2)
    }

    private static func block(_ type: UInt16, _ name: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0] + little(type) + little(UInt32(name.utf8.count)) + Array(name.utf8) + content
    }

    private static func entry(_ type: UInt16, distance: Int, length: Int) -> [UInt8] {
        [0, 0] + little(type) + little(UInt32(distance)) + little(UInt32(length))
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] { TIFFTags.little(number) }
}
