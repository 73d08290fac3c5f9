internal import CRAW
internal import Imaging
internal import PhotoModel

extension RAWFile {
    /// The metadata that LibRaw reads. It ignores time zones and locations.
    func metadata() -> ImageMetadata {
        var metadata = ImageMetadata()
        metadata.orientation = orientation
        metadata.dateTimeOriginal = date
        metadata.dateTimeDigitized = date
        metadata.make = text(facts.make)
        metadata.model = text(facts.model)
        // LibRaw takes the maker off the names of Canon's cameras, which begin with it in the EXIF of their JPEGs.
        if metadata.make == "Canon", let model = metadata.model, !model.hasPrefix("Canon") {
            metadata.model = "Canon " + model
        }
        metadata.lens = text(facts.lens)
        metadata.exposureTime = positive(facts.exposure_seconds)
        metadata.fNumber = positive(facts.f_number)
        metadata.focalLength = positive(facts.focal_length)
        metadata.isoSpeed = positive(facts.iso_speed).flatMap { Int(exactly: $0.rounded()) }
        return metadata
    }

    private var date: CivilTime? {
        guard facts.year > 0 else { return nil }
        return CivilTime(
            year: Int(facts.year), month: Int(facts.month), day: Int(facts.day), hour: Int(facts.hour),
            minute: Int(facts.minute), second: Int(facts.second))
    }

    private func positive(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }

    private func text<Field>(_ field: Field) -> String? {
        withUnsafeBytes(of: field) { bytes in
            let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            return text.isEmpty ? nil : text
        }
    }
}
