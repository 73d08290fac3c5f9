internal import CVideo
internal import Platform

/// The libraries that read videos: libavformat and libavcodec, which are loaded when the first video is opened.
public enum VideoLibraries {
    /// Whether they are installed, in the versions for which this was compiled. Does not load them.
    public static let areInstalled = fileNames.allSatisfy { DynamicLibrary.isInstalled($0) }

    /// The Debian packages that have them: `libavformat59 libavcodec59 libavutil57`.
    public static let packages = fileNames.reversed().map { package(of: $0) }.joined(separator: " ")

    /// The message if they are missing.
    public static let advice = "videos are read with FFmpeg's libraries; install \(packages)"

    /// In the order in which they are loaded.
    static let fileNames = names(video_library_name)

    /// The names that a C function returns for the numbers from 0 on, until it returns none.
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
