internal import Imaging
internal import PhotoModel

/// Tells what the files of one folder are: by their first bytes.
struct FileInspection {
    let root: LibraryRoot
    let folder: OpenFolder
    /// The folder's path in the library, which goes over symbolic links where the library does.
    let path: [UInt8]

    enum Finding {
        case media(MediaFormat)
        /// A symbolic link to a folder that is not part of the library otherwise.
        case folder(FileStatus.Identity)
        /// Nobody would expect an asset here.
        case nothing
        case problem(Diagnostic)
    }

    func inspect(_ name: [UInt8], _ kind: FileKind) -> Finding {
        do throws(CatalogError) {
            switch kind {
            case .file: return try media(name, in: folder, named: name)
            case .link: return try followed(name)
            case .folder: return .nothing
            case .special:
                guard FileName(name).promisesMedia else { return .nothing }
                throw .notRegularFile(path: text(name))
            }
        } catch {
            return problem(name, error)
        }
    }

    private func media(
        _ name: [UInt8], in folder: OpenFolder, named shownName: [UInt8]
    ) throws(CatalogError) -> Finding {
        let file = try folder.file(name)
        let head = try file.read(at: 0, count: MediaFormat.signatureLength)
        let shown = FileName(shownName)
        if let format = MediaFormat.sniff(head, filenameExtension: shown.fileExtension) { return .media(format) }
        guard shown.promisesMedia else { return .nothing }
        let message =
            head.isEmpty ? "the file is empty" : "the file is no photo or video: its first bytes are of no known format"
        return .problem(Diagnostic(relativePath: text(shownName), reason: .corruptMedia, message: message))
    }

    /// Where a link leads to a place that the library shows anyway, the link shows nothing: one file, one asset.
    private func followed(_ name: [UInt8]) throws(CatalogError) -> Finding {
        let target = try root.canonicalPath(of: joined(path, name))
        guard HiddenNames.isHidden(path: target) else { return .nothing }
        let (parent, last) = splitPath(target)
        let targetFolder = try root.strictFolder(at: parent)
        let status = try targetFolder.status(of: last)
        switch status.kind {
        case .folder: return .folder(status.identity)
        case .file: return try media(last, in: targetFolder, named: name)
        case .link, .special: return .nothing
        }
    }

    /// Links and unreadable files are worth a word only when they look like a photo; but a link that leads out of the
    /// library may be a folder of photos.
    private func problem(_ name: [UInt8], _ error: CatalogError) -> Finding {
        if case .leavesLibrary = error {} else if !FileName(name).promisesMedia { return .nothing }
        return .problem(Diagnostic(relativePath: text(name), reason: error.status, message: error.description))
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: joined(path, name), as: UTF8.self) }
}
