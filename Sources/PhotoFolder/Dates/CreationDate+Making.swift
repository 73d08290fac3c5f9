internal import Imaging
internal import PhotoModel

extension CreationDate {
    /// When an asset was created: by the camera's clock, or else the time of the satellites, the clock of what wrote
    /// the image last, the file's name, or the time of the file's last change.
    ///
    /// A time without a zone is taken as UTC, so that assets can be sorted; its offset stays nil. The same goes for a
    /// date in a name.
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
    /// Whether it says when the image was taken: by the camera's clock, or by the time of the satellites.
    var isDated: Bool { [dateTimeOriginal, receiverTime].contains { $0?.isPlausible == true } }
}

extension CivilTime {
    /// False for the zeros that cameras without a clock write, and for years before 1900.
    fileprivate var isPlausible: Bool { year >= 1900 }
}
