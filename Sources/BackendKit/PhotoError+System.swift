public import PhotoModel
internal import Platform

extension PhotoError {
    /// The error for a system call that failed.
    ///
    /// - Parameters:
    ///   - code: `errno`, read before anything else could change it.
    ///   - message: what could not be done, with which file.
    public static func system(_ code: Int32, _ message: String) -> PhotoError {
        PhotoError(PhotoStatus(errno: code), message, systemErrno: code)
    }
}

extension PhotoStatus {
    /// The status that fits a value of errno best.
    public init(errno code: Int32) {
        self =
            switch SystemError(code: code) {
            case .accessDenied, .notPermitted, .readOnlyFileSystem: .accessDenied
            case .notFound, .notFolder: .notFound
            case .linkLoop: .changed  // There is a link where there was a file: links are not followed.
            case .outOfMemory: .outOfMemory
            case .diskFull: .noSpace
            case .quotaExceeded: .quota
            default: .io
            }
    }
}
