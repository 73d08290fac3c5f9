internal import FoundationEssentials
internal import PhotoModel

/// The results of a run of `picker thumbnails`: a line of JSON for each photo, in a file in the output folder.
struct ThumbnailManifest {
    /// The result for one photo.
    struct Line: Encodable, Sendable {
        let localIdentifier: String
        let relativePath: String
        @Nullable var file: String?
        @Nullable var width: Int?
        @Nullable var height: Int?
        @Nullable var placeholder: String?
        /// Whether a part of the photo is missing: true, or nil.
        var incomplete: Bool?
        let status: String
        @Nullable var message: String?
        /// The version of the photo that the thumbnail was made of.
        let version: String
        /// How the thumbnail was made: the box that was asked for, and the quality.
        let box: String
        let quality: Int
    }

    static let name = "manifest.jsonl"

    /// The lines of an earlier run, by identifier. Lines of older versions, which do not say how a thumbnail was made, are left
    /// out.
    private let lines: [String: Line]

    /// - Parameter folder: the output folder. If it has no manifest, there are no lines.
    init(in folder: OutputFolder) {
        let text = folder.path.appending(Self.name.utf8).contents() ?? []
        let decoder = JSONDecoder()
        let lines = text.split(separator: UInt8(ascii: "\n")).compactMap {
            try? decoder.decode(Line.self, from: Data($0))
        }
        self.lines = Dictionary(lines.map { ($0.localIdentifier, $0) }) { _, last in last }
    }

    /// The lines of photos that are not among these.
    func lines(except identifiers: Set<String>) -> [Line] {
        lines.filter { !identifiers.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The line of a thumbnail that need not be made again: it was made of this version of the photo in the same way, and its
    /// file exists. Otherwise nil.
    func done(_ asset: Asset, box: String, quality: Int, in folder: OutputFolder) -> Line? {
        guard let line = lines[asset.localIdentifier], let file = line.file, line.version == asset.version,
            line.box == box, line.quality == quality, line.relativePath == asset.path.text,
            folder.path.appending(file.utf8).exists
        else { return nil }
        return line
    }
}

extension ThumbnailManifest.Line: Decodable {
    private enum Key: String, CodingKey {
        case localIdentifier, relativePath, file, width, height, placeholder, incomplete, status, message, version, box,
            quality
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        self.init(
            localIdentifier: try line.decode(String.self, forKey: .localIdentifier),
            relativePath: try line.decode(String.self, forKey: .relativePath),
            file: try line.decode(String?.self, forKey: .file), width: try line.decode(Int?.self, forKey: .width),
            height: try line.decode(Int?.self, forKey: .height),
            placeholder: try line.decode(String?.self, forKey: .placeholder),
            incomplete: try line.decodeIfPresent(Bool.self, forKey: .incomplete),
            status: try line.decode(String.self, forKey: .status),
            message: try line.decode(String?.self, forKey: .message),
            version: try line.decode(String.self, forKey: .version), box: try line.decode(String.self, forKey: .box),
            quality: try line.decode(Int.self, forKey: .quality))
    }
}
