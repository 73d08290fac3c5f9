internal import PhotoModel

extension XMPPacket {
    /// Where the image was taken, from `exif:GPSLatitude` and `exif:GPSLongitude`.
    var location: Location? {
        guard let latitude = degrees(.gpsLatitude, negative: "S"), (-90...90).contains(latitude),
            let longitude = degrees(.gpsLongitude, negative: "W"), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// `DDD,MM,SSk` or `DDD,MM.mmk`, where k is one of N, S, E, W (ISO 16684-2, section 4.3).
    private func degrees(_ name: XMLName, negative: Character) -> Double? {
        guard let value = text(name), let direction = value.last, "NSEW".contains(direction) else { return nil }
        let parts = value.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var sum = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            guard let part, part >= 0, part.isFinite else { return nil }
            sum += part / unit
        }
        return direction == negative ? -sum : sum
    }

    /// Metres above the sea: a fraction such as `1234/10`; a reference of 1 means below the sea.
    var altitude: Double? {
        guard let parts = text(.gpsAltitude)?.split(separator: "/").map({ Double($0) }), (1...2).contains(parts.count),
            let numerator = parts[0], let denominator = parts.count == 2 ? parts[1] : 1, denominator != 0
        else { return nil }
        let value = numerator / denominator
        return text(.gpsAltitudeReference) == "1" ? -value : value
    }
}
