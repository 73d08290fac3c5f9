internal import ArgumentParser
internal import PickerHost

/// How much is kept on the disk: options of the commands that show or make thumbnails.
struct CacheOptions: ParsableArguments {
    @Option(
        name: .customLong("thumbnail-cache"),
        help: ArgumentHelp(
            "Bytes of thumbnails to keep on the disk for the next time; 0: none (default: 512 MiB).",
            valueName: "bytes"))
    var byteCount: Int64?

    func validate() throws {
        guard (byteCount ?? 0) >= 0 else { throw ValidationError("--thumbnail-cache must be 0 or more") }
    }

    /// The command line's word over that of the configuration file.
    func settings(_ settings: Settings) -> DiskCacheSettings {
        DiskCacheSettings(byteCount: byteCount ?? settings.thumbnailCacheBytes)
    }
}
