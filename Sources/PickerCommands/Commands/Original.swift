internal import ArgumentParser
internal import PhotoModel
package import PickerHost

struct Original: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "original", abstract: "Copy a photo or video as it is, byte for byte.",
        discussion: """
            Examples:
              picker original IMG_0001.jpg --library ~/Pictures --out copy.jpg
              picker original IMG_1.HEIC --mode compatible --without-location --out a.jpg
            """)

    @Argument(help: "A local identifier, or a path inside the library.", completion: .file())
    var asset: AssetArgument
    @Option(help: ArgumentHelp("Which of its files (default: the one that represents it).", valueName: "role"))
    var representation: RoleOption?
    @Option(
        help: """
            compatible: as a JPEG or an H.264 video (MP4) that every program shows, where the file is none \
            (default: current).
            """)
    var mode = ModeOption.current
    @Flag(
        help: """
            Leave out where a JPEG was taken, and all that follows the image in its file; with --mode compatible of \
            videos, too.
            """)
    var withoutLocation = false
    @Flag(help: "Fetch nothing from another machine: a photo whose bytes are there is not copied.")
    var localOnly = false
    @Option(help: ArgumentHelp("A file; - is standard output.", valueName: "FILE|-"), completion: .file())
    var out: FilePath
    @OptionGroup var options: LibraryOptions

    enum ModeOption: String, WordOption {
        case current, compatible
    }

    enum RoleOption: String, WordOption {
        case photo, raw, edited, pairedVideo, video, alternate

        var role: RepresentationRole {
            RepresentationRole.allCases.first { $0.name == rawValue } ?? .alternate
        }
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        let found = try await library.namedAsset(asset)
        let target = try OutputTarget(out, sparing: library, and: found)
        let original = try await library.requestURLAsset(
            for: found.localIdentifier, role: representation?.role, allowsNetwork: !localOnly)
        if mode == .compatible, try await writeCompatible(original, library, to: target) { return .done }
        if withoutLocation {
            var photo = try await Self.withoutLocation(original, library)
            try await target.write { try photo.next() }
        } else {
            var reader = OriginalReader(original, library)
            try await target.write { try await reader.next() }
        }
        return .done
    }

    /// The original without the place where it was taken. If the place cannot be removed from its format, the error names `--mode
    /// compatible`, which makes a file without it.
    private static func withoutLocation(
        _ original: OriginalFile, _ library: PhotoLibrary
    ) async throws(PhotoError) -> LocationFreeOriginal {
        do throws(PhotoError) {
            return try await library.originalWithoutLocation(original)
        } catch {
            guard error.status == .unsupportedFormat else { throw error }
            let what = original.isVideo ? "a video" : "a JPEG"
            throw PhotoError(
                .unsupportedFormat,
                "\(original.representation.filename): the place can be taken out of JPEG only; "
                    + "add --mode compatible, which makes \(what) without it")
        }
    }

    /// Writes a version of the file that every program shows.
    ///
    /// - Returns: false if the file is compatible as it is; nothing is written then.
    private func writeCompatible(
        _ original: OriginalFile, _ library: PhotoLibrary, to target: OutputTarget
    ) async throws -> Bool {
        guard original.isVideo else {
            let photo = try await library.compatiblePhoto(original, keepsLocation: !withoutLocation)
            if let photo { try target.write(photo.bytes) }
            return photo != nil
        }
        let line = ProgressLine("converting", unit: "seconds", quiet: options.backends.quiet)
        defer { line.finish() }
        let converted = try await library.compatibleVideo(original, keepsLocation: !withoutLocation) {
            line.update($0.done, of: $0.total)
        }
        guard var video = converted else { return false }
        try await target.write { try video.next() }
        return true
    }
}

/// Reads a file of the library to its end, and reports an error if it changes meanwhile.
package struct OriginalReader {
    private static let chunk = 1 << 20
    private let original: OriginalFile
    private let library: PhotoLibrary
    private var offset: Int64 = 0

    package init(_ original: OriginalFile, _ library: PhotoLibrary) {
        self.original = original
        self.library = library
    }

    /// The next bytes; nil at the end.
    package mutating func next() async throws -> [UInt8]? {
        guard offset < original.byteSize else { return nil }
        let bytes = try await library.read(original.reference, offset: offset, count: Self.chunk)
        guard !bytes.isEmpty else {
            throw PhotoError(
                .changed, "\(original.representation.filename): it became shorter while it was read; try again")
        }
        offset += Int64(bytes.count)
        return bytes
    }
}
