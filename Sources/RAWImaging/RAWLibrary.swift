internal import CRAW

/// LibRaw, which may be there or not.
public enum RAWLibrary {
    /// Why RAW files cannot be shown, and what to do about it; nil when they can. The first call opens the library.
    public static let problem: String? = raw_missing_library().map { reason in
        "RAW files are shown with LibRaw, which cannot be used; install libraw20 (\(String(cString: reason)))"
    }

    public static var isUsable: Bool { problem == nil }
}
