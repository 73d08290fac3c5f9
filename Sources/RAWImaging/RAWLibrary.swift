internal import CRAW
internal import Platform

/// LibRaw, which may be there or not. It is loaded when the first RAW file is read.
public enum RAWLibrary {
    /// Whether this system has it, in the version that this was compiled for. Does not load it.
    public static let isInstalled = DynamicLibrary.isInstalled(String(cString: raw_library_name()))

    /// Why RAW files cannot be shown, and what to do about it; nil where it is installed.
    public static var problem: String? {
        isInstalled ? nil : "RAW files are shown with LibRaw, which is missing; install libraw20"
    }

    /// The same once a file could not be read with it, in the words of the dynamic linker.
    static var loadingProblem: String {
        guard let reason = raw_missing_library() else { return "a RAW file" }
        return "RAW files are shown with LibRaw, which cannot be used; install libraw20 (\(String(cString: reason)))"
    }
}
