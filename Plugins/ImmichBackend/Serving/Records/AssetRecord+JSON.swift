internal import PhotoModel

extension AssetRecord {
    /// Reads a record of the server; nil if the document is not one. Members that are missing, or of another type, count as not known.
    init?(_ document: JSON) {
        guard let id = document["id"]?.text.flatMap(ImmichID.init(uuid:)),
            // A photo of a year after 9999, which a date cannot have here, must not keep a list from being shown.
            let created = ["fileCreatedAt", "localDateTime", "createdAt"].lazy.compactMap({ Self.time(document[$0]) })
                .first
        else { return nil }
        let exif = document["exifInfo"]
        let type = document["type"]?.text ?? ""
        let filename = Self.filename(document["originalFileName"]?.text ?? "", id)
        self.id = id
        self.filename = filename
        self.created = created
        liveVideo = document["livePhotoVideoId"]?.text.flatMap(ImmichID.init(uuid:))
        mediaType = ["IMAGE": .image, "VIDEO": .video, "AUDIO": .audio][type] ?? .unknown
        contentType = ContentType.of(
            mediaType: document["originalMimeType"]?.text, filename: filename, isVideo: type == "VIDEO")
        offsetMinutes = Self.offset(document, created)
        modified = Self.time(document["fileModifiedAt"])
        uploaded = Self.time(document["createdAt"])
        updated = Self.time(document["updatedAt"])
        byteSize = exif?["fileSizeInByte"]?.integer.map { Int64(max(0, $0)) } ?? 0
        (width, height) = Self.size(document, exif)
        duration = Self.duration(document["duration"])
        location = Self.location(exif)
        flags = Self.flags(document, exif)
        contentTag = Self.tag(document)
        thumbHash = document["thumbhash"]?.text.map(ThumbHash.bytes) ?? []
    }

    private static func time(_ value: JSON?) -> Timestamp? {
        guard let text = value?.text, let civil = CivilTime(text) else { return nil }
        return civil.timestamp(offsetMinutes: civil.utcOffsetMinutes ?? 0)
    }

    /// The offset from UTC where the photo was taken, in minutes. Immich writes the local time there as if it were UTC.
    ///
    /// If the file does not say its zone, Immich takes its time for one in the zone of the server. Then both times differ all the same,
    /// and only the local one is what the camera showed.
    private static func offset(_ document: JSON, _ created: Timestamp) -> Int16? {
        guard let local = time(document["localDateTime"]) else { return nil }
        let minutes = (local.milliseconds - created.milliseconds) / 60_000
        let isKnown = minutes != 0 || document["exifInfo"]?["timeZone"]?.text != nil
        return isKnown && (-840...840).contains(minutes) ? Int16(minutes) : nil
    }

    /// The size of the upright image. Servers before 2.5 have only the size of the stored image, and its orientation.
    private static func size(_ document: JSON, _ exif: JSON?) -> (Int32, Int32) {
        if let size = size(document["width"], document["height"]) { return size }
        guard let size = size(exif?["exifImageWidth"], exif?["exifImageHeight"]) else { return (0, 0) }
        let isTurned = ["5", "6", "7", "8", "90", "-90"].contains(exif?["orientation"]?.text ?? "")
        return isTurned ? (size.1, size.0) : size
    }

    private static func size(_ width: JSON?, _ height: JSON?) -> (Int32, Int32)? {
        guard let width = width?.integer, let height = height?.integer, (1...1 << 20).contains(width),
            (1...1 << 20).contains(height)
        else { return nil }
        return (Int32(width), Int32(height))
    }

    /// The duration in seconds. Servers write milliseconds since version 3, and "0:00:03.12300" before.
    private static func duration(_ value: JSON?) -> Float? {
        if let milliseconds = value?.number {
            let seconds = Float(milliseconds / 1000)
            return seconds.isFinite && seconds >= 0 ? seconds : nil
        }
        guard let parts = value?.text?.split(separator: ":"), parts.count == 3, let hours = Float(parts[0]),
            let minutes = Float(parts[1]), let seconds = Float(parts[2])
        else { return nil }
        let total = hours * 3600 + minutes * 60 + seconds
        return total.isFinite && total >= 0 ? total : nil
    }

    private static func location(_ exif: JSON?) -> Location? {
        guard let latitude = exif?["latitude"]?.number, let longitude = exif?["longitude"]?.number,
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    private static func flags(_ document: JSON, _ exif: JSON?) -> Flags {
        var flags: Flags = []
        let visibility = document["visibility"]?.text ?? "timeline"
        if document["isFavorite"]?.bool == true { flags.insert(.favorite) }
        if document["isTrashed"]?.bool == true || document["isArchived"]?.bool == true || visibility != "timeline" {
            flags.insert(.hidden)
        }
        if document["isEdited"]?.bool == true { flags.insert(.edited) }
        if document["isOffline"]?.bool == true { flags.insert(.offline) }
        if document["type"]?.text == "VIDEO" { flags.insert(.video) }
        if exif?["projectionType"]?.text != nil { flags.insert(.panorama) }
        if exif?["dateTimeOriginal"]?.text != nil { flags.insert(.dated) }
        return flags
    }

    /// A hash of the checksum, and for an edited photo of the time of the edit, which changes the image.
    private static func tag(_ document: JSON) -> UInt64 {
        let edit = document["isEdited"]?.bool == true ? document["updatedAt"]?.text ?? "" : ""
        var hash = FNV1a()
        for byte in ((document["checksum"]?.text ?? "") + edit).utf8 { hash.combine(byte) }
        return hash.nonZero
    }

    /// A valid file name, whatever the uploaded file was called.
    static func filename(_ text: String, _ id: ImmichID) -> String {
        var name = ""
        for scalar in text.unicodeScalars {
            guard name.utf8.count < 251 else { break }
            name.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F || scalar == "/" ? "_" : scalar)
        }
        return ["", ".", ".."].contains(name) ? id.uuid : name
    }
}
