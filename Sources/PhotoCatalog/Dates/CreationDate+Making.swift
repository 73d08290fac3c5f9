internal import Imaging
internal import PhotoModel

extension CreationDate {
    /// When an asset was made: as the camera's clock says, else the satellites, else the file's name, else the time
    /// of its last change.
    ///
    /// A clock whose distance from UTC is not known is taken to show UTC, so that assets can be sorted; its offset
    /// stays nil. The same is done with the date in a name.
    static func of(_ metadata: ImageMetadata?, name: [UInt8], modificationTime: Timestamp) -> CreationDate {
        if let wall = metadata?.dateTimeOriginal, let civil = wall.civilTime {
            return CreationDate(
                time: civil.timestamp(offsetMinutes: wall.utcOffsetMinutes ?? 0), offsetMinutes: wall.utcOffsetMinutes,
                source: .metadata)
        }
        if let wall = metadata?.location?.timestamp, let civil = wall.civilTime {
            return CreationDate(time: civil.timestamp(offsetMinutes: 0), source: .gps)
        }
        if let civil = FilenameDate.date(in: name) {
            return CreationDate(time: civil.timestamp(offsetMinutes: 0), source: .filename)
        }
        return CreationDate(time: modificationTime, source: .modification)
    }
}

extension WallClockTime {
    /// Nil for the zeros that cameras without a clock write, and for years before there was a camera.
    fileprivate var civilTime: CivilTime? {
        guard year >= 1900 else { return nil }
        // A leap second is shown as the second before it.
        return CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59),
            millisecond: millisecond)
    }
}
