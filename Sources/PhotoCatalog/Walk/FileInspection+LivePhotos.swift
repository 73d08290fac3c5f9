internal import Imaging

extension FileInspection {
    /// What a half of a Live Photo says that it belongs to; nil when it says nothing, or cannot be read.
    package func identifier(_ file: AssetGrouping.File) -> String? {
        guard let opened = try? root.file(file.name, in: folder) else { return nil }
        if file.format.kind == .video { return ContentIdentifier.ofVideo(opened.source) }
        return (try? decoder.metadata(of: opened.source))?.contentIdentifier
    }
}
