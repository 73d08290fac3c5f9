internal import CVideo
internal import Platform

/// The libraries that read videos: libavformat and libavcodec, which are loaded when the first video is opened.
public enum VideoLibraries {
    /// Whether this system has them, in the versions that this was compiled for. Does not load them.
    public static let areInstalled = fileNames.allSatisfy { DynamicLibrary.isInstalled($0) }

    /// The Debian packages that have them: `libavformat59 libavcodec59 libavutil57`.
    public static let packages = fileNames.reversed().map { package(of: $0) }.joined(separator: " ")

    /// What to say where they are missing: of them.
    public static let advice = "videos are read with FFmpeg's libraries; install \(packages)"

    /// In the order in which they are loaded.
    static let fileNames = names(video_library_name)

    /// The names that a function of C has, by their numbers from 0 until there is none.
    package static func names(_ name: (CInt) -> UnsafePointer<CChar>?) -> [String] {
        var names: [String] = []
        while let name = name(CInt(names.count)) { names.append(String(cString: name)) }
        return names
    }

    /// `libavutil.so.57` comes in `libavutil57`.
    package static func package(of fileName: String) -> String {
        let parts = fileName.split(separator: ".")
        return parts.first.map { $0 + (parts.last.map(String.init) ?? "") } ?? fileName
    }
}
