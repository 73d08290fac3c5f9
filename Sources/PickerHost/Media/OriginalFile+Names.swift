internal import Imaging
internal import PhotoModel

extension OriginalFile {
    /// The file's name with an extension that is true: that of its type, where its own promises another one.
    public var trueFilename: String {
        let format = MediaFormat.allCases.first { $0.uniformTypeIdentifier == representation.contentType }
        return format.map { filename(as: $0) } ?? representation.filename
    }

    /// The file's name, with an extension of a format; its own stays where it is one.
    func filename(as format: MediaFormat) -> String {
        let name = representation.filename
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
        let known = Self.extensions[format] ?? [format.preferredExtension]
        if let dot, known.contains(name[name.index(after: dot)...].lowercased()) { return name }
        return name[..<(dot ?? name.endIndex)] + "." + format.preferredExtension
    }

    /// Of formats that have several.
    private static let extensions: [MediaFormat: Set<String>] = [
        .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"], .tiff: ["tif", "tiff"], .heic: ["heic", "heif", "hif"],
        .heif: ["heif", "heic", "hif"], .nef: ["nef", "nrw"], .arw: ["arw", "sr2", "srf"], .mp4: ["mp4", "m4v"],
        .m4v: ["m4v", "mp4"], .mov: ["mov", "qt"],
    ]
}
