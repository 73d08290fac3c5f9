internal import PhotoModel

extension XMPPacket {
    /// Where the image was taken, from `exif:GPSLatitude` and `exif:GPSLongitude`.
    var location: Location? {
        guard let latitude = degrees(.gpsLatitude, .gpsLatitudeReference, "NS"), (-90...90).contains(latitude),
            let longitude = degrees(.gpsLongitude, .gpsLongitudeReference, "EW"), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// Reads a coordinate of the form `DDD,MM,SSk` or `DDD,MM.mmk`, where k is N, S, E or W (ISO 16684-2, section 4.3). Apple's
    /// Photos writes only degrees, and the letter into another property; other programs write a sign.
    ///
    /// - Parameters:
    ///   - reference: the property that may contain the letter.
    ///   - directions: the two valid letters; the second one makes the degrees negative.
    /// - Returns: degrees; nil if the property is absent or invalid.
    private func degrees(_ name: XMLName, _ reference: XMLName, _ directions: String) -> Double? {
        guard var value = text(name)?.uppercased() else { return nil }
        var direction = text(reference)?.uppercased().first
        if let last = value.last, last.isLetter { (direction, value) = (last, String(value.dropLast())) }
        guard direction.map(directions.contains) ?? true else { return nil }
        let parts = value.split(separator: ",").map { Double(String($0).trimmedText ?? "") }
        // Without a letter, only a plain number is a coordinate.
        guard (1...(direction == nil ? 1 : 3)).contains(parts.count), let degrees = parts[0], degrees.isFinite else {
            return nil
        }
        var sum = degrees.magnitude
        for (part, unit) in zip(parts.dropFirst(), [60.0, 3600]) {
            guard let part, part >= 0, part.isFinite else { return nil }
            sum += part / unit
        }
        return direction == directions.last || degrees.sign == .minus ? -sum : sum
    }

    /// Metres above sea level. A reference of 1 means below sea level, even if the value also has a sign.
    var altitude: Double? {
        guard let value = number(.gpsAltitude) else { return nil }
        return text(.gpsAltitudeReference) == "1" ? -value.magnitude : value
    }
}
