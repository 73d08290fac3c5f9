internal import PhotoModel

extension ImageMetadata {
    /// Takes over what a sidecar says, which counts more than what the file says: people and their programs wrote it later.
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
            // The same in both, where the file may know the zone and the fraction of a second.
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
    /// Whether it is within some metres.
    fileprivate func isNear(_ other: Location) -> Bool {
        abs(latitude - other.latitude) < 0.0001 && abs(longitude - other.longitude) < 0.0001
    }
}

extension CivilTime {
    /// A moment as the camera's clock showed it, as far as that is known.
    ///
    /// - Parameter clock: what the camera wrote. When it differs from the moment by what a zone may, it tells the zone;
    ///   when it differs otherwise, it was wrong.
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

    /// Whether another time is the same to the second, or the same day without a time.
    fileprivate func agrees(with other: CivilTime) -> Bool {
        guard (year, month, day) == (other.year, other.month, other.day) else { return false }
        let time = (other.hour, other.minute, other.second)
        return time == (hour, minute, second) || time == (0, 0, 0)
    }
}
