internal import CRAW
internal import Platform

/// LibRaw, which need not be installed. It is loaded when the first RAW file is read.
public enum RAWLibrary {
    /// Whether it is installed, in the version for which this was compiled. Does not load it.
    public static let isInstalled = DynamicLibrary.isInstalled(String(cString: raw_library_name()))

    /// Why RAW files cannot be shown, and what to do about it; nil if it is installed.
    public static var problem: String? {
        isInstalled ? nil : "RAW files are shown with LibRaw, which is missing; install libraw20"
    }

    /// Why LibRaw could not be loaded, with the message of the dynamic linker.
    static var loadingProblem: String {
        guard let reason = raw_missing_library() else { return "a RAW file" }
        return "RAW files are shown with LibRaw, which cannot be used; install libraw20 (\(String(cString: reason)))"
    }
}
