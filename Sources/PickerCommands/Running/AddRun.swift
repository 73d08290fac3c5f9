internal import PhotoModel
internal import PickerHost
internal import Platform

/// Adds one file after the other to a library.
struct AddRun {
    private let library: PhotoLibrary
    private let title: String?
    private let progress: ProgressLine
    /// The album. It is made for the first file that exists, so that none is made if no file does.
    private var album: AssetCollection?
    /// The folder that this run makes for the album, until it has a photo; nil if the album was there before.
    private var emptyFolder: FilePath?

    init(library: PhotoLibrary, album: String?, progress: ProgressLine) {
        self.library = library
        title = album
        self.progress = progress
    }

    /// Adds a file.
    ///
    /// - Throws: `CommandFailure` that names it.
    mutating func add(_ path: FilePath) async throws(CommandFailure) -> Asset {
        do throws(PhotoError) {
            // Backends take names as text.
            guard let name = String(validating: path.name, as: UTF8.self) else {
                throw PhotoError(
                    .invalidArgument,
                    "the name is not UTF-8, as names in a library must be; add it by a link of another name")
            }
            let file = try NewAsset(path: path.bytes, shownAs: path.description, filename: name)
            if album == nil, let title { album = try await openAlbum(title) }
            let asset = try await library.add(file, to: album) { [progress] done, total in
                progress.update(Self.megabytes(done), of: total.map(Self.megabytes))
            }
            emptyFolder = nil
            progress.finish()
            return asset
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Removes the album again if this run made it and nothing was added to it. Albums on servers stay: backends can only add.
    func removeEmptyAlbum() { emptyFolder?.removeEmptyFolder() }

    private mutating func openAlbum(_ title: String) async throws(PhotoError) -> AssetCollection {
        // Noted before the call, since the folder may be there even if the call fails; and kept if the next file makes the album.
        let folder = library.folder?.appending(title.utf8)
        if folder?.exists == false { emptyFolder = folder }
        return try await library.createAlbum(title: title)
    }

    private static func megabytes(_ bytes: Int64) -> Int { Int(bytes / 1_000_000) + (bytes % 1_000_000 > 0 ? 1 : 0) }

    private static func failure(_ error: PhotoError, _ path: FilePath) -> CommandFailure {
        // Errors about the file itself begin with its path, all others are about the library.
        if error.message.hasPrefix("\(path): ") {
            return CommandFailure(error.status == .invalidArgument ? .noInput : ExitStatus(error), error.line)
        }
        // A read-only file system cannot be written, whatever permissions there are.
        let isReadOnly = error.systemErrno == SystemError.readOnlyFileSystem.code
        let status = error.status == .io || isReadOnly ? .cannotWrite : ExitStatus(error)
        return CommandFailure(status, "\(path): \(error.line)")
    }
}
