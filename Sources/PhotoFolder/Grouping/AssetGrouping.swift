package import Imaging
internal import PhotoModel

/// Makes assets of files that have one stem.
///
/// - RAW files join the processed photo, which represents the asset; without one the first RAW represents it.
/// - A QuickTime video joins a JPEG or HEIC photo: a Live Photo, unless both say what they belong to, and say different
///   things. Any other video is an asset of its own.
/// - `IMG_E1` joins `IMG_1` as its edited version; without an `IMG_1` it is a photo like any other.
/// - A second processed photo of the same stem is another asset: an image that was saved in two formats is shown twice
///   rather than hidden once.
package struct AssetGrouping {
    package struct File {
        package let name: [UInt8]
        let format: MediaFormat
        let isNamedAsEdited: Bool

        package init(name: [UInt8], format: MediaFormat) {
            self.name = name
            self.format = format
            isNamedAsEdited = GroupKey.isNamedAsEdited(name)
        }
    }

    /// What a half of a Live Photo says that it belongs to; nil when it says nothing.
    package typealias Identify = (File) -> String?

    /// The assets of files that have one stem, in the order of the files that represent them.
    ///
    /// - Parameter identify: asked only where two files may be the halves of a Live Photo.
    package static func assets(_ files: [File], folder: [UInt8], identify: Identify) -> [AssetFiles] {
        if files.count == 1 {
            return [AssetFiles(folder: folder, members: [member(files[0])])]  // The common case, made cheap.
        }
        var originals = files.filter { !$0.isNamedAsEdited }
        var edits = files.filter(\.isNamedAsEdited)
        if originals.isEmpty { (originals, edits) = (edits, []) }
        var assets = assets(ofOriginals: originals, folder: folder, identify)
        attach(edits, to: &assets, folder: folder)
        return assets.sorted { $0.members[0].name < $1.members[0].name }
    }

    private static func assets(
        ofOriginals files: [File], folder: [UInt8], _ identify: Identify
    ) -> [AssetFiles] {
        let photos = files.filter { $0.format.kind == .image }.sorted { preference($0) < preference($1) }
        let raws = files.filter { $0.format.kind == .raw }
        var videos = files.filter { $0.format.kind == .video }
        var members = (photos.prefix(1) + raws).map(member)
        if let photo = photos.first, let paired = video(of: photo, among: videos, identify) {
            members.append(member(videos.remove(at: paired), role: .pairedVideo))
        }
        let first = members.isEmpty ? [] : [AssetFiles(folder: folder, members: members)]
        return first + (photos.dropFirst() + videos).map { AssetFiles(folder: folder, members: [member($0)]) }
    }

    /// The video of a Live Photo: the one that says so, else the first that does not say otherwise.
    private static func video(of photo: File, among videos: [File], _ identify: Identify) -> Int? {
        let candidates = videos.indices.filter { videos[$0].format == .mov }
        guard canBeLive(photo.format), !candidates.isEmpty else { return nil }
        guard let wanted = identify(photo) else { return candidates.first }
        let found = candidates.map { identify(videos[$0]) }
        let index =
            found.firstIndex { $0?.uppercased() == wanted.uppercased() } ?? found.firstIndex { $0 == nil }
        return index.map { candidates[$0] }
    }

    /// Gives each edited file to the first asset of its kind that has none; what is left over is an asset of its own.
    private static func attach(_ edits: [File], to assets: inout [AssetFiles], folder: [UInt8]) {
        for edit in edits.sorted(by: { preference($0) < preference($1) }) {
            let type: MediaType = edit.format.kind == .video ? .video : .image
            if let index = assets.firstIndex(where: { $0.mediaType == type && $0.member(.edited) == nil }) {
                assets[index].members.append(member(edit, role: .edited))
            } else if type == .video, let index = assets.firstIndex(where: { $0.member(.pairedVideo) != nil }) {
                assets[index].members.append(member(edit, role: .alternate))  // The edited half of a Live Photo.
            } else {
                assets.append(AssetFiles(folder: folder, members: [member(edit)]))
            }
        }
    }

    private static func member(_ file: File) -> AssetFiles.Member {
        switch file.format.kind {
        case .image: member(file, role: .photo)
        case .raw: member(file, role: .raw)
        case .video: member(file, role: .video)
        }
    }

    private static func member(_ file: File, role: RepresentationRole) -> AssetFiles.Member {
        AssetFiles.Member(name: file.name, role: role, format: file.format)
    }

    /// Which of several processed photos a RAW or a video belongs to: what cameras write.
    private static func preference(_ file: File) -> Int {
        switch file.format {
        case .jpeg: 0
        case .heic, .heif: 1
        default: 2
        }
    }

    private static func canBeLive(_ format: MediaFormat) -> Bool {
        [.jpeg, .heic, .heif].contains(format)
    }
}
