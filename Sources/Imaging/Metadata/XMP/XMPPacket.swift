public import PhotoModel

/// An XMP packet (ISO 16684-1): one inside an image file, or a whole sidecar file.
///
/// Damaged packets are read up to the damage. Packets with a document type, more than 64 nested elements or more than 50,000
/// elements and attributes are read up to there; packets longer than 8 MiB are not read.
public struct XMPPacket: Sendable {
    let node: XMPNode
    /// The outermost element: `x:xmpmeta`, or `rdf:RDF` itself.
    let root: XMLElement?
    /// False if the packet is damaged, beyond a limit, or no XML at all.
    public let isComplete: Bool

    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    init(_ bytes: ArraySlice<UInt8>) {
        let document = XMLDocument(bytes)
        root = document?.root
        isComplete = document?.isComplete ?? false
        node = XMPNode(document.map { Self.descriptions(in: $0.root) } ?? [])
    }

    /// The descriptions that contain the properties: the children of `rdf:RDF`.
    private static func descriptions(in element: XMLElement) -> [XMLElement] {
        if element.name == .rdf { return element.children.filter { $0.name == .rdfDescription } }
        return element.children.flatMap(descriptions)
    }

    /// `tiff:Orientation`; nil if it is absent or none of the eight values.
    public var orientation: Orientation? {
        text(.orientation).flatMap { UInt8($0) }.flatMap(Orientation.init(rawValue:))
    }

    /// `xmp:Rating`, 0…5; nil if it is absent or outside that range, as the -1 of a rejected photo is.
    public var rating: Int? {
        guard let value = ratingNumber, (0...5).contains(value) else { return nil }
        return Int(value.rounded())
    }

    /// Whether the photo was rejected: a rating of -1 (ISO 16684-1, section 8.4).
    public var isRejected: Bool { ratingNumber == -1 }

    private var ratingNumber: Double? { text(.rating).flatMap { Double($0) } }

    /// `dc:title` in its default language.
    public var title: String? { text(.title) }

    /// `dc:description` in its default language.
    public var caption: String? { text(.description) }

    /// `dc:subject` and the leaves of `lr:hierarchicalSubject`, without duplicates, and without what darktable adds to every photo
    /// by itself: `darktable|format|nef`, and each of these words.
    public var keywords: [String] {
        let paths = node.texts(.hierarchicalSubject).compactMap(\.trimmedText)
            .map { $0.split(separator: "|").map(String.init) }
        let own = paths.filter { $0.first != "darktable" }
        let automatic = Set(paths.filter { $0.first == "darktable" }.joined()).subtracting(own.joined())
        let subjects = node.texts(.subject).compactMap(\.trimmedText)
            .filter { !automatic.contains($0) && !$0.hasPrefix("darktable|") }
        return (subjects + own.compactMap(\.last)).distinctWords
    }

    /// When the image was taken: EXIF's property, or else IPTC's (Metadata Working Group, guidelines 2.0, section 5.4).
    public var dateTimeOriginal: CivilTime? { date(.dateTimeOriginal) ?? dateTimeCreated }

    /// The known part of `dateTimeOriginal` if it has no day: `1975` or `1975-07`. Nil if it has one.
    var knownPartOfDate: String? {
        text(date(.dateTimeOriginal) == nil ? .dateCreated : .dateTimeOriginal).flatMap(CivilTime.knownPart)
    }

    /// IPTC's property for the same: `photoshop:DateCreated`.
    var dateTimeCreated: CivilTime? { date(.dateCreated) }

    /// When the digital image was made, which for digital cameras is when it was taken: `xmp:CreateDate`, or else
    /// `exif:DateTimeDigitized`, which older programs write.
    public var dateTimeDigitized: CivilTime? { date(.createDate) ?? date(.dateTimeDigitized) }

    var userComment: String? { text(.userComment) }

    /// `exifEX:LensModel`, or else `aux:Lens`, which Adobe's programs write.
    var lens: String? { text(.lensModel)?.lensName ?? text(.lens)?.lensName }

    /// The text of a property without blanks at its ends; nil if nothing is left.
    func text(_ name: XMLName) -> String? {
        node.text(name).flatMap(\.trimmedText)
    }

    /// The value of a property that is a number or a fraction such as `28/10`; nil for all others.
    func number(_ name: XMLName) -> Double? {
        guard let parts = text(name)?.split(separator: "/").map({ Double($0) }), (1...2).contains(parts.count),
            let numerator = parts[0], let denominator = parts.count == 2 ? parts[1] : 1, denominator != 0
        else { return nil }
        let value = numerator / denominator
        return value.isFinite ? value : nil
    }

    private func date(_ name: XMLName) -> CivilTime? {
        text(name).flatMap { CivilTime(partial: $0) }
    }
}
