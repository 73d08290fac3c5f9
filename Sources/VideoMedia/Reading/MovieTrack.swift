internal import Imaging

/// What the tables of a track in an MP4 or MOV file say of its size.
struct MovieTrack {
    /// Of which there is one for each frame, or for each sample of sound that is not compressed.
    private(set) var samples = 0
    private(set) var chunks = 0
    /// The table of how many samples the chunks have (`stsc`); nil if there is none.
    private(set) var runs: Range<Int>?
    /// How many samples of sound that is not compressed libavformat puts into one entry of its index, at least.
    private(set) var samplesOfEntry = 864
    private var isSound = false
    private var isPicture = false
    private var hasTickingSamples = false

    /// Whether libavformat makes entries of chunks: of sound whose samples last one tick each.
    var isReadByChunks: Bool { isSound && !isPicture && hasTickingSamples }

    /// Takes what a box in the track says.
    mutating func note(_ box: MovieBox, _ numbers: inout MovieNumbers) throws(ImagingError) {
        let start = box.content.lowerBound
        switch box.type {
        case "hdlr":
            let kind = try numbers.text(at: start + 8) ?? ""
            isSound = isSound || kind == "soun"
            isPicture = isPicture || ["vide", "subp", "clcp"].contains(kind)
        case "stsz", "stz2":
            let count = try numbers.number(4, at: start + 8) ?? 0
            samples = max(samples, count)
        case "stco", "co64":
            let count = try numbers.number(4, at: start + 4) ?? 0
            chunks = max(chunks, count)
        case "stsc": runs = box.content
        case "stts":
            let count = try numbers.number(4, at: start + 4)
            let duration = try numbers.number(4, at: start + 12)
            hasTickingSamples = count == 1 && duration == 1
        case "stsd": if try hasLongFrames(start, &numbers) { samplesOfEntry = 160 }
        default: break
        }
    }

    /// Whether a frame of sound may have 160 samples or more, of which each is an entry then.
    private func hasLongFrames(_ start: Int, _ numbers: inout MovieNumbers) throws(ImagingError) -> Bool {
        guard try numbers.number(4, at: start + 4) == 1, try numbers.text(at: start + 12) != "agsm" else { return true }
        let version = try numbers.number(2, at: start + 24) ?? 0
        guard version == 1 || version == 2 else { return false }
        let samplesOfFrame = try numbers.number(4, at: start + (version == 1 ? 44 : 76)) ?? 0
        return samplesOfFrame >= 160
    }
}
