internal import PhotoModel

extension ImageMetadata {
    /// Merges a sidecar into the metadata of its file. The sidecar takes precedence, because people and their programs wrote
    /// it later.
    public mutating func adopt(_ sidecar: SidecarMetadata) {
        adoptDate(of: sidecar)
        orientation = sidecar.orientation ?? orientation
        if let place = sidecar.location {
            altitude = sidecar.altitude ?? (location.map { $0.isNear(place) } == true ? altitude : nil)
            location = place
        }
        if sidecar.isRejected || sidecar.rating != nil { (rating, isRejected) = (sidecar.rating, sidecar.isRejected) }
        title = sidecar.title ?? title
        imageDescription = sidecar.imageDescription ?? imageDescription
        if !sidecar.keywords.isEmpty { keywords = sidecar.keywords }
    }

    private mutating func adoptDate(of sidecar: SidecarMetadata) {
        if let date = sidecar.dateTimeOriginal {
            // Both have the same time; that of the file may also have a zone and a fraction of a second.
            if date.utcOffsetMinutes == nil, let own = dateTimeOriginal, own.agrees(with: date) { return }
            if let known = sidecar.knownPartOfDate, dateTimeOriginal?.dateText.hasPrefix(known) == true { return }
            dateTimeOriginal = date
        } else if let moment = sidecar.moment {
            dateTimeOriginal = CivilTime(moment, by: dateTimeOriginal)
        } else {
            dateTimeOriginal = dateTimeOriginal ?? sidecar.dateTimeDigitized
        }
    }
}

extension Location {
    /// Whether the two are within about ten metres.
    fileprivate func isNear(_ other: Location) -> Bool {
        abs(latitude - other.latitude) < 0.0001 && abs(longitude - other.longitude) < 0.0001
    }
}

extension CivilTime {
    /// A moment as the camera's clock showed it, as far as that is known.
    ///
    /// - Parameter clock: the time that the camera wrote. If it differs from the moment by a possible offset from UTC, that
    ///   becomes the zone; if it differs by anything else, the clock was wrong and only its zone is used.
    fileprivate init(_ moment: Timestamp, by clock: CivilTime?) {
        self.init(timestamp: moment, offsetMinutes: clock?.utcOffsetMinutes ?? 0)
        utcOffsetMinutes = clock?.utcOffsetMinutes
        guard let clock else { return }
        let distance = clock.timestamp(offsetMinutes: clock.utcOffsetMinutes ?? 0).milliseconds - moment.milliseconds
        let seconds = distance >= 0 ? distance / 1000 : (distance - 999) / 1000
        if seconds == 0 {
            self = clock
        } else if clock.utcOffsetMinutes == nil, seconds % (15 * 60) == 0, abs(seconds) <= 14 * 3600 {
            self = clock
            utcOffsetMinutes = Int(seconds / 60)
        }
    }

    /// Whether another time is the same to the second, or is midnight of the same day, as dates without a time are.
    fileprivate func agrees(with other: CivilTime) -> Bool {
        guard (year, month, day) == (other.year, other.month, other.day) else { return false }
        let time = (other.hour, other.minute, other.second)
        return time == (hour, minute, second) || time == (0, 0, 0)
    }
}
