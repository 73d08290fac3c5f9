package import PhotoModel

/// Groups files of one stem into assets.
///
/// - RAW files join the processed photo, which represents the asset; without one, the first RAW represents it.
/// - A QuickTime video joins a JPEG or HEIC photo as a Live Photo, unless both have identifiers that differ. `IMG_1_HEVC.MOV`
///   joins only if both have the same. Any other video is an asset of its own.
/// - `IMG_E1` and `IMG_1-edited` join `IMG_1` as its edited version; without an `IMG_1` they are ordinary photos.
/// - The other image of a portrait joins the one that phones show, as an alternate.
/// - A second processed photo of the same stem is another asset: it is better to show an image twice that was saved in
///   two formats than to hide a photo.
package struct AssetGrouping {
    package struct File {
        package let name: [UInt8]
        let format: MediaFormat
        let isNamedAsEdited: Bool
        let isNamedAsOriginal: Bool

        package init(name: [UInt8], format: MediaFormat) {
            self.name = name
            self.format = format
            (isNamedAsEdited, isNamedAsOriginal) = name.withUnsafeBufferPointer { name in
                let parts = NameParts(name)
                return (parts.isEdited, parts.isOriginal)
            }
        }
    }

    /// The identifier in one part of a Live Photo; nil if it has none.
    package typealias Identify = (File) -> String?

    /// The assets of files that have one stem, in the order of the files that represent them.
    ///
    /// - Parameters:
    ///   - sidecars: names of regular files of that stem that are sidecars; each is assigned to one of the assets.
    ///   - identify: called only if two files may be the parts of a Live Photo.
    package static func assets(
        _ files: [File], sidecars: [[UInt8]] = [], folder: [UInt8], identify: Identify
    ) -> [AssetFiles] {
        var assets = assets(files, folder: folder, identify)
        SidecarOrder.attach(sidecars, to: &assets)
        return assets
    }

    private static func assets(_ files: [File], folder: [UInt8], _ identify: Identify) -> [AssetFiles] {
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
        let images = files.filter { $0.format.kind == .image }.sorted { preference($0) < preference($1) }
        let hasShown = images.contains { !$0.isNamedAsOriginal }
        let photos = images.filter { !hasShown || !$0.isNamedAsOriginal }
        let hidden = images.filter { hasShown && $0.isNamedAsOriginal }
        let raws = files.filter { $0.format.kind == .raw }
        var videos = files.filter { $0.format.kind == .video }
        var members = (photos.prefix(1) + raws).map(member)
        if let photo = photos.first, let paired = video(of: photo, among: videos, identify) {
            members.append(member(videos.remove(at: paired), role: .pairedVideo))
        }
        members += hidden.map { member($0, role: .alternate) }
        let first = members.isEmpty ? [] : [AssetFiles(folder: folder, members: members)]
        return first + (photos.dropFirst() + videos).map { AssetFiles(folder: folder, members: [member($0)]) }
    }

    /// The video of a Live Photo: the one with the photo's identifier, or else the first one that has no other
    /// identifier.
    private static func video(of photo: File, among videos: [File], _ identify: Identify) -> Int? {
        let candidates = videos.indices.filter { videos[$0].format == .mov || isNamedAsMotion(videos[$0]) }
        guard canBeLive(photo.format), !candidates.isEmpty else { return nil }
        // Programs that convert videos give such names, too: there, only the identifiers count.
        guard let wanted = identify(photo) else { return candidates.first { !isNamedByCodec(videos[$0]) } }
        let found = candidates.map { (index: $0, identifier: identify(videos[$0])) }
        return found.first { $0.identifier?.uppercased() == wanted.uppercased() }?.index
            ?? found.first { $0.identifier == nil && !isNamedByCodec(videos[$0.index]) }?.index
    }

    /// Adds each edited file to the first asset of its kind that has none. The others become assets of their own.
    private static func attach(_ edits: [File], to assets: inout [AssetFiles], folder: [UInt8]) {
        // No asset becomes a Live Photo here, and none loses its edited file: each search goes on where the last one ended.
        let live = assets.firstIndex { $0.member(.pairedVideo) != nil }
        var (nextImage, nextVideo) = (0, 0)
        for edit in edits.sorted(by: { preference($0) < preference($1) }) {
            let type: MediaType = edit.format.kind == .video ? .video : .image
            let start = type == .video ? nextVideo : nextImage
            let found = assets[start...].firstIndex { $0.mediaType == type && $0.member(.edited) == nil }
            let next = found.map { $0 + 1 } ?? assets.count
            if type == .video { nextVideo = next } else { nextImage = next }
            if let found {
                assets[found].members.append(member(edit, role: .edited))
            } else if type == .video, let live {
                assets[live].members.append(member(edit, role: .alternate))  // The edited video of a Live Photo.
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

    /// Ranks processed photos by how likely a RAW file or a video belongs to them: formats that cameras write come
    /// first.
    private static func preference(_ file: File) -> Int {
        switch file.format {
        case .jpeg: 0
        case .heic, .heif: 1
        default: 2
        }
    }

    /// Takeout calls the video of a Pixel phone's motion photo `PXL_1.MP`.
    private static func isNamedAsMotion(_ file: File) -> Bool { FileName(file.name).fileExtension == "mp" }

    private static func isNamedByCodec(_ file: File) -> Bool { file.name.withUnsafeBufferPointer { $0.isNamedByCodec } }

    private static func canBeLive(_ format: MediaFormat) -> Bool {
        [.jpeg, .heic, .heif].contains(format)
    }
}
