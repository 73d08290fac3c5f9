internal import PhotoModel

/// The data sets of an IPTC-NAA record (IPTC-IIM 4.2), in which agencies and older programs describe images.
struct IPTCRecord {
    struct DataSet {
        let record: UInt8
        let number: UInt8
        /// The complete data set, with its header of five bytes or more.
        let whole: ByteView
        let value: ByteView
    }

    /// The most data sets that are read; images have some dozens.
    private static let countLimit = 4096

    let dataSets: [DataSet]

    init(_ bytes: ByteView) {
        let bytes = Self.inOrder(bytes)
        var dataSets: [DataSet] = []
        var offset = 0
        while dataSets.count < Self.countLimit, let dataSet = Self.dataSet(in: bytes, at: offset) {
            dataSets.append(dataSet)
            offset += dataSet.whole.count
        }
        self.dataSets = dataSets
    }

    /// Some programs stored the record in a TIFF as numbers of four bytes, in the other byte order.
    private static func inOrder(_ bytes: ByteView) -> ByteView {
        guard bytes.byte(at: 0) != 0x1C, bytes.byte(at: 3) == 0x1C else { return bytes }
        var swapped: [UInt8] = []
        for offset in stride(from: 0, to: bytes.count - 3, by: 4) {
            swapped += (bytes.slice(at: offset, length: 4)?.bytes ?? []).reversed()
        }
        return ByteView(swapped)
    }

    /// Data set 2:05.
    var title: String? { texts(5).first }
    /// Data sets 2:25, without duplicates.
    var keywords: [String] { texts(25).distinctWords }
    /// Data set 2:120.
    var caption: String? { texts(120).first }
    /// Data sets 2:55 and 2:60.
    var dateCreated: CivilTime? { date(day: 55, time: 60) }
    /// Data sets 2:62 and 2:63.
    var dateDigitized: CivilTime? { date(day: 62, time: 63) }

    /// The texts of a data set of record 2. Their encoding is guessed: data set 1:90 could name it, but many files have none
    /// and use the character set of the system they were written on.
    private func texts(_ number: UInt8) -> [String] {
        dataSets.filter { $0.record == 2 && $0.number == number }.compactMap { dataSet in
            let bytes = dataSet.value.bytes.filter { $0 != 0 }  // Some writers end texts in NUL.
            return String(guessing: bytes).trimmedText
        }
    }

    /// The time in two data sets, of the forms `CCYYMMDD` and `HHMMSS±HHMM`. A month or day of zeros is unknown.
    private func date(day: UInt8, time: UInt8) -> CivilTime? {
        // Some programs write 2024-05-01 and 12:00:00.
        guard let digits = texts(day).first?.filter({ $0 != "-" }), digits.utf8.count >= 8 else { return nil }
        let date = Self.cut(digits, [4, 2, 2]).joined(separator: "-")
        guard let clock = texts(time).first?.filter({ $0 != ":" }), clock.utf8.count >= 6 else {
            return CivilTime(partial: date)
        }
        let zone = clock.dropFirst(6)
        return CivilTime(partial: date + "T" + Self.cut(clock, [2, 2, 2]).joined(separator: ":") + zone)
            ?? CivilTime(partial: date)
    }

    private static func cut(_ text: String, _ lengths: [Int]) -> [Substring] {
        var rest = text[...]
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
    }

    /// Reads a data set: a marker, the numbers of the record and the data set, the length, and the value. The length has two
    /// bytes; if its highest bit is set, these say how many bytes the length itself has, which must be four.
    private static func dataSet(in bytes: ByteView, at offset: Int) -> DataSet? {
        guard bytes.byte(at: offset) == 0x1C, let record = bytes.byte(at: offset + 1),
            let number = bytes.byte(at: offset + 2), let short = bytes.bigUInt16(at: offset + 3)
        else { return nil }
        var (start, length) = (offset + 5, Int(short))
        if short & 0x8000 != 0 {
            guard short == 0x8004, let long = bytes.bigUInt32(at: start) else { return nil }
            (start, length) = (start + 4, Int(long))
        }
        guard let value = bytes.slice(at: start, length: length),
            let whole = bytes.slice(at: offset, length: start + length - offset)
        else { return nil }
        return DataSet(record: record, number: number, whole: whole, value: value)
    }
}
