internal import Imaging
internal import PhotoModel

extension CreationDate {
    /// When an asset was made: as the camera's clock says, else the satellites, else the clock of what wrote the image
    /// last, else the file's name, else the time of its last change.
    ///
    /// A clock whose distance from UTC is not known is taken to show UTC, so that assets can be sorted; its offset
    /// stays nil. The same is done with the date in a name.
    static func of(_ metadata: ImageMetadata?, name: [UInt8], modificationTime: Timestamp) -> CreationDate {
        if let taken = metadata?.dateTimeOriginal, taken.isPlausible {
            return CreationDate(
                time: taken.timestamp(offsetMinutes: taken.utcOffsetMinutes ?? 0),
                offsetMinutes: taken.utcOffsetMinutes,
                source: .metadata)
        }
        if let received = metadata?.receiverTime, received.isPlausible {
            return CreationDate(time: received.timestamp(offsetMinutes: 0), source: .gps)
        }
        if let changed = metadata?.dateTimeChanged, changed.isPlausible {
            return CreationDate(
                time: changed.timestamp(offsetMinutes: changed.utcOffsetMinutes ?? 0),
                offsetMinutes: changed.utcOffsetMinutes, source: .metadata)
        }
        if let civil = FilenameDate.date(in: name) {
            return CreationDate(time: civil.timestamp(offsetMinutes: 0), source: .filename)
        }
        return CreationDate(time: modificationTime, source: .modification)
    }
}

extension ImageMetadata {
    /// Whether it says when the image was taken.
    var isDated: Bool { (dateTimeOriginal ?? receiverTime)?.isPlausible == true }
}

extension CivilTime {
    /// False for the zeros that cameras without a clock write, and for years before there was a camera.
    fileprivate var isPlausible: Bool { year >= 1900 }
}
