/// Kinds of files as desktops name them: MIME types, `image/*` and `image/png`, and names, `*.jpg` and `*.[jJ][pP][gG]`.
struct FilePatterns: Sendable {
    let patterns: [String]

    /// Whether a file is of one of the kinds; without any, every file is.
    func contain(filename: String, mimeType: String) -> Bool {
        patterns.isEmpty || patterns.contains { Self.pattern($0, matches: filename, mimeType) }
    }

    /// The first pattern that is not one of kinds of files; nil if all are. A single word would match one file name,
    /// which is hardly intended; `.jpg` is how web pages write `*.jpg`.
    var mistaken: String? { patterns.first { !Self.isKind($0) } }

    private static func isKind(_ pattern: String) -> Bool {
        if pattern.contains(where: { "*?[".contains($0) }) { return true }
        if pattern.contains("/") { return pattern.lowercased().wholeMatch(of: /[a-z0-9]+\/[^\s\/]+/) != nil }
        guard let dot = pattern.lastIndex(of: ".") else { return false }
        return dot != pattern.startIndex && pattern.index(after: dot) < pattern.endIndex
    }

    /// The pattern of another program in the form for --accept, even if it is the name of a file and looks like a
    /// mistake.
    static func option(for pattern: String) -> String {
        guard !isKind(pattern), let first = pattern.first else { return pattern }
        return "[\(first)]\(pattern.dropFirst())"
    }

    private static func pattern(_ pattern: String, matches filename: String, _ mimeType: String) -> Bool {
        if let family = pattern.lowercased().wholeMatch(of: /([a-z0-9*]+)\/(\S+)/) {
            if family.1 == "*" { return true }
            if family.2 == "*" { return mimeType.hasPrefix("\(family.1)/") }
            return usualName(of: mimeType) == usualName(of: pattern.lowercased())
        }
        return Glob(pattern).matches(filename)
    }

    private static func usualName(of mimeType: String) -> String { usualNames[mimeType] ?? mimeType }

    /// Other names of formats that programs use: web pages (image/jpg), desktops (video/vnd.avi; image/heif for HEIC),
    /// and older names.
    private static let usualNames = [
        "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png", "image/tif": "image/tiff",
        "image/x-bmp": "image/bmp", "image/x-ms-bmp": "image/bmp", "image/heic": "image/heif",
        "image/jpeg2000": "image/jp2", "image/psd": "image/vnd.adobe.photoshop",
        "image/x-psd": "image/vnd.adobe.photoshop", "video/mov": "video/quicktime",
        "video/matroska": "video/x-matroska", "video/avi": "video/x-msvideo", "video/vnd.avi": "video/x-msvideo",
        "video/mpg": "video/mpeg", "video/x-mpeg": "video/mpeg", "video/x-ogg": "video/ogg",
    ]
}

/// A pattern of file names: `*`, `?` and `[abc]`, `[a-z]`, `[!a]`. Case is ignored.
struct Glob: Sendable {
    private enum Piece: Sendable {
        case anything
        case anyCharacter
        case one(of: [ClosedRange<Character>], isNegated: Bool)

        func matches(_ character: Character) -> Bool {
            guard case .one(let ranges, let isNegated) = self else { return true }
            return ranges.contains { $0.contains(character) } != isNegated
        }
    }

    private let pieces: [Piece]

    init(_ pattern: String) {
        var rest = Substring(pattern.lowercased())
        var pieces: [Piece] = []
        while let next = rest.popFirst() {
            switch next {
            case "*": if case .anything? = pieces.last { continue } else { pieces.append(.anything) }
            case "?": pieces.append(.anyCharacter)
            case "[": pieces.append(Self.set(&rest) ?? .one(of: ["["..."["], isNegated: false))
            default: pieces.append(.one(of: [next...next], isNegated: false))
            }
        }
        self.pieces = pieces
    }

    /// - Returns: nil if the bracket is not closed; then it stands for itself.
    private static func set(_ rest: inout Substring) -> Piece? {
        var inside = rest
        let isNegated = inside.first == "!" || inside.first == "^"
        if isNegated { inside.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let first = inside.popFirst() {
            if first == "]", !ranges.isEmpty {
                rest = inside
                return .one(of: ranges, isNegated: isNegated)
            }
            let isRange = inside.first == "-" && inside.dropFirst().first.map { $0 != "]" && $0 >= first } ?? false
            ranges.append(first...(isRange ? inside.dropFirst().first ?? first : first))
            if isRange { inside.removeFirst(2) }
        }
        return nil
    }

    /// Takes time proportional to the product of the two lengths, whatever the pattern is.
    func matches(_ filename: String) -> Bool {
        let name = Array(filename.lowercased())
        var (place, piece) = (0, 0)
        var star: (piece: Int, place: Int)?
        while place < name.count {
            if piece < pieces.count, case .anything = pieces[piece] {
                star = (piece, place)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(name[place]) {
                (place, piece) = (place + 1, piece + 1)
            } else if let last = star {
                star = (last.piece, last.place + 1)
                (place, piece) = (last.place + 1, last.piece + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { if case .anything = $0 { true } else { false } }
    }
}
