internal import Imaging
internal import PhotoModel

extension ImageMetadata {
    /// Reads the metadata of a video. The names are QuickTime's keys, Android's, and libavformat's for what several
    /// containers have.
    ///
    /// - Throws: the errors of `VideoFile.dvPacks`.
    init(_ file: VideoFile) throws(ImagingError) {
        self.init()
        let description = file.description
        orientation = description.orientation
        dateTimeOriginal = Self.date(file)
        dateTimeDigitized = dateTimeOriginal
        if let text = file.text("com.apple.quicktime.location.ISO6709", "location", "location-eng"),
            let place = Location(iso6709: text)
        {
            (location, altitude) = (place, Location.altitude(iso6709: text))
        }
        make = file.text("com.apple.quicktime.make", "com.android.manufacturer", "make")
        model = file.text("com.apple.quicktime.model", "com.android.model", "model")
        lens = file.text("com.apple.quicktime.camera.lens_model")
        software = file.text("com.apple.quicktime.software")
        title = file.text("com.apple.quicktime.title", "title")
        imageDescription = file.text("com.apple.quicktime.description", "description", "comment")
        let words = file.text("com.apple.quicktime.keywords", "keywords") ?? ""
        keywords = words.split(separator: ",").map(String.init).distinctWords
        contentIdentifier = file.text("com.apple.quicktime.content.identifier")
        video = VideoFacts(file)
        // If the container has no date, as is always so in transport streams, the camera may have stored it beside the
        // first frame.
        if dateTimeOriginal == nil { read(try file.dvPacks()) }
        readSpeed(
            shown: file.description.framesPerSecond ?? 0,
            captured: file.text("com.android.capture.fps").flatMap { Double($0) },
            mode: file.text("com.apple.photos.captureMode"),
            playsAtFullRate: file.text("com.apple.quicktime.full-frame-rate-playback-intent") == "1")
    }

    private mutating func read(_ packs: DVPacks) {
        dateTimeOriginal = packs.dateTimeOriginal
        dateTimeDigitized = dateTimeOriginal
        if location == nil { (location, altitude) = (packs.location, packs.location == nil ? nil : packs.altitude) }
        make = make ?? packs.make
        model = model ?? packs.model
    }

    /// When the video was recorded. Apple's key has the local time and its zone. Others write a time in UTC into the
    /// header, and zero if they have no clock. QuickTime's `©day`, which libavformat calls "date", is a local time as
    /// well if it has a zone. Without a zone, programs write there when a film was made or first shown.
    static func date(_ file: VideoFile) -> CivilTime? {
        if let text = file.text("com.apple.quicktime.creationdate"), let date = CivilTime(quickTime: text) {
            return date
        }
        let other = file.text("date").flatMap { CivilTime(quickTime: $0) }
        if let other, other.utcOffsetMinutes != nil { return other }
        guard var date = file.text("creation_time").flatMap({ CivilTime($0) }), date.year > 1970 else { return other }
        date.utcOffsetMinutes = nil
        return date
    }
}

extension CivilTime {
    /// ISO 8601, also with a zone that lacks its colon: `2023-09-22T18:34:05+0200`.
    init?(quickTime text: String) {
        let zone = text.suffix(5)
        let isBare = zone.count == 5 && "+-".contains(zone.first ?? " ") && zone.dropFirst().allSatisfy(\.isNumber)
        self.init(isBare ? "\(text.dropLast(2)):\(text.suffix(2))" : text)
    }
}

extension Location {
    /// Degrees north, degrees east and metres, each with its sign: `+52.4597+013.3220+051.178/` (ISO 6709, annex H). Nil
    /// for other forms, for places that do not exist, and for zero and zero, which receivers without a place write.
    init?(iso6709 text: String) {
        let numbers = Self.numbers(iso6709: text)
        guard numbers.count >= 2, let latitude = Self.degrees(numbers[0], digits: 2),
            let longitude = Self.degrees(numbers[1], digits: 3),
            (-90...90).contains(latitude), (-180...180).contains(longitude), latitude != 0 || longitude != 0
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The metres above sea level in such a text; nil if there are none.
    static func altitude(iso6709 text: String) -> Double? {
        let numbers = numbers(iso6709: text)
        return numbers.count > 2 ? Double(numbers[2]) : nil
    }

    /// A number of degrees. If it has more than so many digits before its point, the last two of these are minutes, or the last four
    /// are minutes and seconds: `+5227.58`, `+522735`.
    private static func degrees(_ text: String, digits: Int) -> Double? {
        guard let value = Double(text) else { return nil }
        let excess = text.dropFirst().prefix { $0 != "." }.count - digits
        guard excess == 2 || excess == 4 else { return value }
        let size = excess == 2 ? 100.0 : 10_000
        let whole = (value.magnitude / size).rounded(.down)
        var minutes = value.magnitude - whole * size
        if excess == 4 {
            let seconds = minutes.truncatingRemainder(dividingBy: 100)
            minutes = (minutes - seconds) / 100 + seconds / 60
        }
        let sum = whole + minutes / 60
        return value.sign == .minus ? -sum : sum
    }

    private static func numbers(iso6709 text: String) -> [String] {
        var numbers: [String] = []
        for character in text {
            if "+-".contains(character) { numbers.append("") }
            guard !numbers.isEmpty, "+-.0123456789".contains(character) else { break }
            numbers[numbers.count - 1].append(character)
        }
        return numbers
    }
}
