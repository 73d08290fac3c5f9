internal import PhotoModel

/// The document "NonRealTimeMeta", which Sony's cameras write into their MP4 files (XAVC): XML in a box of metadata.
struct NonRealTimeMetadata {
    /// The longest document that is read; they have some kilobytes.
    private static let byteLimit = 1 << 20

    private let root: XMLElement

    /// Nil if the file has none.
    init?(_ file: ImageFile) {
        guard file.format == .mp4 else { return nil }
        var reader = ISOFileReader(file.window)
        guard let meta = reader.first(path: "moov", "meta") ?? reader.first(path: "meta"), meta.content.count > 4,
            // After version and flags.
            let box = reader.first("xml ", in: meta.content.lowerBound + 4..<meta.content.upperBound),
            box.content.count <= Self.byteLimit, let bytes = try? reader.view(box.content).bytes,
            let root = XMLDocument(bytes.drop { $0 != UInt8(ascii: "<") })?.root, root.name.local == "NonRealTimeMeta"
        else { return nil }
        self.root = root
    }

    /// When the recording began, by the camera's clock with its zone.
    var date: CivilTime? { value("value", of: "CreationDate").flatMap { CivilTime($0) } }
    var make: String? { value("manufacturer", of: "Device") }
    var model: String? { value("modelName", of: "Device") }
    var lens: String? { value("modelName", of: "Lens") }

    /// An attribute of the first element with a name. The namespace has the version of the format, of which there are several.
    private func value(_ attribute: String, of element: String) -> String? {
        root.children.first { $0.name.local == element }?.attribute(XMLName("", attribute))?.trimmedText
    }
}

extension ImageMetadata {
    /// Adds what a camera of Sony wrote about a video beside its header, which has the time without its zone.
    package mutating func addDocument(ofVideo file: ImageFile) {
        guard let document = NonRealTimeMetadata(file) else { return }
        if make == nil, model == nil { (make, model) = (document.make, document.model) }
        lens = lens ?? document.lens
        guard let date = document.date, let zone = date.utcOffsetMinutes else { return }
        if let own = dateTimeOriginal {
            // A program may have set the clock of the header right, and not that of the document.
            let (header, start) = (own.timestamp(offsetMinutes: 0), date.timestamp(offsetMinutes: zone))
            guard own.utcOffsetMinutes == nil, abs(header.milliseconds - start.milliseconds) < 60_000 else { return }
        }
        (dateTimeOriginal, dateTimeDigitized) = (date, date)
    }
}
