import Foundation
import GRDB
import Imaging
import PhotoFolder
import PhotoModel
import TestSupport

@testable import PhotoIndex

/// An index in a temporary folder, filled with assets that have no files.
struct IndexFixture {
    let folder: TemporaryFolder
    let photoIndex: PhotoIndexDatabase
    var root: LibraryRoot { photoIndex.root }

    init() throws {
        folder = try TemporaryFolder()
        let library = folder.path("library")
        let data = folder.path("data")
        for path in [library, data] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        photoIndex = try PhotoIndexDatabase(root: LibraryRoot(path: Array(library.utf8)), directory: data)
    }

    /// An asset as a scan would make it.
    func draft(
        _ path: String, created milliseconds: Int64, offsetMinutes: Int? = nil,
        _ change: (inout AssetDraft) -> Void = { _ in }
    ) -> AssetDraft {
        let bytes = Array(path.utf8)
        let (folder, name) = splitPath(bytes)
        let format = MediaFormat.jpeg
        var asset = Asset(
            localIdentifier: root.identity.asset(at: bytes).text, filename: String(decoding: name, as: UTF8.self),
            path: AssetPath(bytes: bytes), contentType: format.uniformTypeIdentifier, mediaType: .image)
        asset.creation = CreationDate(
            time: Timestamp(milliseconds: milliseconds), offsetMinutes: offsetMinutes, source: .metadata)
        asset.modificationTime = Timestamp(milliseconds: milliseconds)
        asset.contentTag = 1
        asset.availability = .local
        var draft = AssetDraft(
            asset: asset,
            files: AssetFiles(folder: folder, members: [.init(name: name, role: .photo, format: format)]),
            states: [.init(byteSize: 1, modificationTime: milliseconds, changeTime: milliseconds, inode: 1)],
            added: Timestamp(milliseconds: milliseconds))
        change(&draft)
        return draft
    }

    /// Writes them in one transaction.
    func put(_ drafts: [AssetDraft]) throws { try photoIndex.put(drafts) }

    func remove(_ path: String) throws {
        let identifier = Data(root.identity.asset(at: Array(path.utf8)).bytes)
        try photoIndex.write(now: Timestamp(milliseconds: 0)) { writer, database in
            let id = try Int64.fetchOne(
                database, sql: "SELECT id FROM asset WHERE identifier = ?", arguments: [identifier])
            if let id { try writer.remove(id) }
        }
    }
}
