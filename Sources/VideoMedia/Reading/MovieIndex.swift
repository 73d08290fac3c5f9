internal import Imaging
internal import PhotoModel

/// Counts how many entries libavformat's index of an MP4 or MOV file gets when it opens it. A table of a few bytes can say that
/// there are billions of samples, and each takes 24 bytes of memory or more, whether or not it is in the file.
struct MovieIndex {
    /// A day of video with sound has fewer, at 50 frames a second.
    private static let mostEntries = 8 << 20
    /// A day of video in fragments of a second has a sixth of that.
    private static let mostBoxes = 4 << 20
    /// At least as deep as libavformat follows boxes in boxes.
    private static let mostLevels = 12
    /// libavformat reads what is skipped if it is shorter, rather than to jump over it.
    private static let jumpedBytes = 128 << 10
    /// The most bytes of compressed headers, and of what is in them. QuickTime compressed those of short films.
    private static let mostCompressedBytes = 16 << 20
    /// What a fragment takes in the index for each track, in entries.
    private static let entriesOfFragment = 3

    private var numbers: MovieNumbers
    private var mostSteps: Int
    private let cancellation: Cancellation
    private var boxes = 0
    private var entries = 0
    private var tracks = 0
    private var track = MovieTrack()
    private var isInTrack = false
    private var shortMediaBytes = 0
    private var compressedBytes = 0

    /// Throws for a file whose index would be too large.
    ///
    /// - Returns: the bytes of media that libavformat reads on its way from one header to the next, of files in short fragments.
    /// - Throws: `corrupt`, `cancelled`, and what reading throws. Other damage is left to libavformat.
    static func check(
        _ source: VideoBytes, mostHeaderBytes: Int, _ cancellation: Cancellation
    ) throws(ImagingError) -> Int {
        var index = MovieIndex(source, mostHeaderBytes, cancellation)
        try index.walk(0..<source.byteCount, level: 0)
        return index.shortMediaBytes
    }

    private init(_ source: VideoBytes, _ mostHeaderBytes: Int, _ cancellation: Cancellation) {
        numbers = MovieNumbers(source)
        // No more than there are bytes: boxes that may begin in two ways are looked into twice, on each level.
        mostSteps = min(Self.mostBoxes, mostHeaderBytes / 8, source.byteCount)
        self.cancellation = cancellation
    }

    private mutating func walk(_ part: Range<Int>, level: Int) throws(ImagingError) {
        guard level < Self.mostLevels else { return }
        var offset = part.lowerBound
        while let box = try numbers.box(at: offset, end: part.upperBound) {
            try step()
            try enter(box, level)
            offset = box.content.upperBound
        }
    }

    /// Counts a box, or a row of a table.
    private mutating func step() throws(ImagingError) {
        boxes += 1
        guard boxes <= mostSteps else { throw .corrupt("its headers have no end") }
        if boxes & 1023 == 0, cancellation.isCancelled { throw .cancelled }
    }

    private mutating func add(_ more: Int) throws(ImagingError) {
        entries += min(more, Self.mostEntries + 1)
        guard entries <= Self.mostEntries else {
            throw .corrupt("its tables list more samples than a day of video has")
        }
    }

    private mutating func enter(_ box: MovieBox, _ level: Int) throws(ImagingError) {
        let start = box.content.lowerBound
        switch box.type {
        case "mdat":
            if level == 0, box.content.count < Self.jumpedBytes { shortMediaBytes += box.content.count }
        case "trak": try walkTrack(box, level: level)
        case "moof":
            try add(Self.entriesOfFragment * tracks)
            try walk(box.content, level: level + 1)
        case "trun":
            let samples = try numbers.number(4, at: start + 4) ?? 0
            try add(samples)
        case "sidx":
            let isLong = try numbers.number(1, at: start) != 0
            let fragments = try numbers.number(2, at: start + (isLong ? 30 : 22)) ?? 0
            try add(fragments * Self.entriesOfFragment * tracks)
        // All in which libavformat looks for boxes, wherever they are.
        case "moov", "hoov", "mdia", "minf", "stbl", "traf", "mvex", "edts", "dinf", "udta", "tref", "sinf", "schi",
            "wave", "ilst":
            try walk(box.content, level: level + 1)
        case "meta":
            // Without a version, as QuickTime has it, and with one.
            try walk(box.content, level: level + 1)
            try walk(min(start + 4, box.content.upperBound)..<box.content.upperBound, level: level + 1)
        case "cmov": try walkCompressed(box, level: level)
        case "stsd":
            try track.note(box, &numbers)
            try refuseTables(in: box.content)
        default: try track.note(box, &numbers)
        }
    }

    private mutating func walkTrack(_ box: MovieBox, level: Int) throws(ImagingError) {
        // libavformat makes an index of both. What of their tables belongs to which is not looked at here.
        guard !isInTrack else { throw .corrupt("it has a track in a track") }
        tracks += 1
        (track, isInTrack) = (MovieTrack(), true)
        try walk(box.content, level: level + 1)
        isInTrack = false
        let found = try entries(of: track)
        try add(found)
    }

    /// Looks into the boxes of a header that is compressed: its length and a zlib stream, after the name of that.
    private mutating func walkCompressed(_ box: MovieBox, level: Int) throws(ImagingError) {
        guard !isInTrack else { throw .corrupt("it has compressed headers in a track") }
        let start = box.content.lowerBound + 24
        guard start < box.content.upperBound, let length = try numbers.number(4, at: start - 4) else { return }
        compressedBytes += box.content.count + length
        guard compressedBytes <= Self.mostCompressedBytes else {
            throw .corrupt("its compressed headers are too long")
        }
        // What cannot be unpacked is refused by libavformat.
        guard let header = try numbers.read(start..<box.content.upperBound).inflated(limit: length) else { return }
        let outer = numbers
        numbers = MovieNumbers(VideoBytes(ImageSource(bytes: header)))
        mostSteps += header.count
        try walk(0..<header.count, level: level + 1)
        numbers = outer
    }

    /// What decides how many entries there are, and where no file has it: libavformat looks for boxes in the description of samples,
    /// too.
    private static let tables: Set = [
        "stsz", "stz2", "stsc", "stts", "stco", "co64", "hdlr", "trak", "trun", "sidx", "cmov",
    ]

    private mutating func refuseTables(in description: Range<Int>) throws(ImagingError) {
        for offset in description {
            try step()
            guard let type = try numbers.text(at: offset) else { return }
            if Self.tables.contains(type) {
                throw .corrupt("its description of samples has a table of them")
            }
        }
    }

    /// How many entries a track has: one for each sample, except where sound is not compressed. There it is one for each
    /// thousand or so, in each chunk.
    private mutating func entries(of track: MovieTrack) throws(ImagingError) -> Int {
        guard track.isReadByChunks, let runs = track.runs else { return track.samples }
        let count = try numbers.number(4, at: runs.lowerBound + 4) ?? 0
        var (total, most, before, isValid) = (0, 0, 0, true)
        for row in 0..<count {
            try step()
            let place = runs.lowerBound + 8 + 12 * row
            guard let first = try numbers.number(4, at: place), let samples = try numbers.number(4, at: place + 4),
                let description = try numbers.number(4, at: place + 8)
            else { break }
            let next = try row + 1 < count ? numbers.number(4, at: place + 12) : nil
            isValid = isValid && (row == 0 ? first == 1 : first > before) && samples > 0 && description > 0
            before = first
            let chunks = min(next ?? .max, track.chunks + 1) - first
            let entriesOfChunk = samples / track.samplesOfEntry + 1
            most = max(most, entriesOfChunk)
            total += max(0, chunks) * entriesOfChunk
            if total > Self.mostEntries { break }
        }
        // libavformat repairs a table that is invalid. Its chunks may then have as many entries as any has.
        return isValid ? total : track.chunks * most
    }
}
