public import PhotoModel

/// An XMP packet (ISO 16684-1): of an image, or a sidecar file, which is one from its first byte to its last.
///
/// Prefixes do not matter, namespaces do. Damaged packets are read up to the damage. Documents with entities of their
/// own, deeper than 64 elements, with more than 50,000 nodes or longer than 8 MiB are read up to there, or not at all.
public struct XMPPacket: Sendable {
    let node: XMPNode
    /// The element around `rdf:RDF`, or that itself.
    let root: XMLElement?
    /// False when the packet is damaged, or when it is none.
    public let isComplete: Bool

    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    init(_ bytes: ArraySlice<UInt8>) {
        let document = XMLDocument(bytes)
        root = document?.root
        isComplete = document?.isComplete ?? false
        node = XMPNode(document.map { Self.descriptions(in: $0.root) } ?? [])
    }

    /// The descriptions that hold the properties: those right below `rdf:RDF`.
    private static func descriptions(in element: XMLElement) -> [XMLElement] {
        if element.name == .rdf { return element.children.filter { $0.name == .rdfDescription } }
        return element.children.flatMap(descriptions)
    }

    /// `tiff:Orientation`, or nil when it is absent or none of the eight values.
    public var orientation: Orientation? {
        text(.orientation).flatMap { UInt8($0) }.flatMap(Orientation.init(rawValue:))
    }

    /// `xmp:Rating`: 0…5; nil when it is absent or no such number. A rejected photo, which is written as -1, has none.
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

    /// `dc:subject`, and the leaves of `lr:hierarchicalSubject` that are not among them; each once.
    public var keywords: [String] {
        let leaves = node.texts(.hierarchicalSubject).map { path in
            path.split(separator: "|").last.map(String.init) ?? ""
        }
        return (node.texts(.subject) + leaves).distinctWords
    }

    /// When the image was taken: EXIF's property, else IPTC's (Metadata Working Group, guidelines 2.0, section 5.4).
    public var dateTimeOriginal: CivilTime? { date(.dateTimeOriginal) ?? dateTimeCreated }

    /// What is known of that date where it has no day: `1975` or `1975-07`.
    var knownPartOfDate: String? {
        text(date(.dateTimeOriginal) == nil ? .dateCreated : .dateTimeOriginal).flatMap(CivilTime.knownPart)
    }

    /// The same as IPTC has it: `photoshop:DateCreated`.
    var dateTimeCreated: CivilTime? { date(.dateCreated) }

    /// When the digital image was made, which for photos of cameras is the same: `xmp:CreateDate`, and as older programs
    /// write it.
    public var dateTimeDigitized: CivilTime? { date(.createDate) ?? date(.dateTimeDigitized) }

    var userComment: String? { text(.userComment) }

    /// `exifEX:LensModel`, or `aux:Lens` as programs of Adobe write it.
    var lens: String? { text(.lensModel) ?? text(.lens) }

    /// A simple value without blanks around it; nil when there is nothing left.
    func text(_ name: XMLName) -> String? {
        node.text(name).flatMap(\.trimmedText)
    }

    /// A number, or a fraction such as `28/10`; nil for others.
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
