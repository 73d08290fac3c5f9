package import Imaging
package import PhotoModel
package import Platform

/// Determines the kinds of the files in one folder by their first bytes.
package struct FileInspection: Sendable {
    let root: LibraryRoot
    package let folder: OpenFolder
    /// The folder's path in the library, which contains symbolic links if the library shows the folder through them.
    package let path: [UInt8]

    package init(root: LibraryRoot, folder: OpenFolder, path: [UInt8]) {
        (self.root, self.folder, self.path) = (root, folder, path)
    }

    /// Decodes the library's images.
    package var decoder: ImageDecoder { root.decoder }

    enum Finding {
        case media(MediaFormat)
        /// A symbolic link to a folder that is not shown under a path of its own.
        case folder
        /// A file that is not an asset, and whose name does not promise one.
        case leftOut
        /// No asset is expected here.
        case nothing
        case problem(Diagnostic)
    }

    func inspect(_ name: [UInt8], _ kind: FileKind) -> Finding {
        do throws(FolderError) {
            switch try look(at: name, kind, readsAhead: false) {
            case .media(let format, _): return .media(format)
            case .folder: return .folder
            case .other(_, let problem?): return .problem(problem)
            case .other: return .leftOut
            case .nothing: return .nothing
            }
        } catch {
            return problem(name, error).map { .problem($0) } ?? .nothing
        }
    }

    /// The result of looking into a file.
    package enum Look {
        case media(MediaFormat, OpenMediaFile)
        /// A file that is not a photo or video, with a diagnostic if its name promises one.
        case other(FileStatus, Diagnostic?)
        /// A symbolic link to a folder that is not shown under a path of its own.
        case folder
        case nothing
    }

    /// - Parameter readsAhead: whether to read all bytes that headers are in, if they will be read next.
    package func look(at name: [UInt8], _ kind: FileKind, readsAhead: Bool) throws(FolderError) -> Look {
        switch kind {
        case .file: return try look(into: folder.file(name), named: name, readsAhead: readsAhead)
        case .link: return try followed(name, readsAhead: readsAhead)
        case .folder: return .nothing
        case .special:
            guard FileName(name).promisesMedia else { return .nothing }
            throw .notRegularFile(path: text(name))
        }
    }

    private func look(
        into opened: OpenMediaFile, named shownName: [UInt8], readsAhead: Bool
    ) throws(FolderError) -> Look {
        var file = opened
        let head = readsAhead ? try file.readAhead() : try file.read(at: 0, count: MediaFormat.signatureLength)
        let shown = FileName(shownName)
        if let format = MediaFormat.sniff(head, filenameExtension: shown.fileExtension) { return .media(format, file) }
        guard shown.promisesMedia else { return .other(file.status, nil) }
        let message =
            head.isEmpty ? "the file is empty" : "the file is no photo or video: its first bytes are of no known format"
        return .other(
            file.status, Diagnostic(path: assetPath(shownName), reason: .corruptMedia, message: message))
    }

    /// Follows a symbolic link. If it leads to a place that the library shows anyway, the link shows nothing, so that
    /// each file is one asset.
    private func followed(_ name: [UInt8], readsAhead: Bool) throws(FolderError) -> Look {
        let target = try root.canonicalPath(of: joined(path, name))
        guard HiddenNames.isHidden(path: target) else { return .nothing }
        let (parent, last) = splitPath(target)
        let targetFolder = try root.strictFolder(at: parent)
        switch try targetFolder.status(of: last).kind {
        case .folder: return .folder
        case .file: return try look(into: targetFolder.file(last), named: name, readsAhead: readsAhead)
        case .link, .special: return .nothing
        }
    }

    /// The diagnostic for a file that could not be read. Links and unreadable files are reported only if their names
    /// look like those of photos, except for links that lead out of the library: they may lead to a folder of photos.
    package func problem(_ name: [UInt8], _ error: FolderError) -> Diagnostic? {
        if case .leavesLibrary = error {} else if !FileName(name).promisesMedia { return nil }
        return Diagnostic(path: assetPath(name), reason: error.status, message: error.description)
    }

    /// The identifier in one part of a Live Photo; nil if there is none that can be read.
    package func identifier(_ file: AssetGrouping.File) -> String? {
        guard let opened = try? root.file(file.name, in: folder) else { return nil }
        if file.format.kind == .video { return ContentIdentifier.ofVideo(opened.source) }
        return (try? decoder.metadata(of: opened.source))?.contentIdentifier
    }

    private func assetPath(_ name: [UInt8]) -> AssetPath { AssetPath(bytes: joined(path, name)) }

    private func text(_ name: [UInt8]) -> String { assetPath(name).text }
}
