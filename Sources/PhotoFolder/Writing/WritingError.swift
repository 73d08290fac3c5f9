public import PhotoModel
internal import Platform

/// Why nothing was added to a library. Paths are for messages, like those of `FolderError`.
public enum WritingError: Error, Equatable, Sendable {
    /// The name of a file or an album cannot be used; `reason` ends the sentence "NAME …".
    case unusableName(String, reason: String)
    /// The file is not a photo or video, by its first bytes.
    case notMedia(name: String)
    /// The source provided another number of bytes than it had announced.
    case incomplete(name: String, expected: Int64, found: Int64)
    /// The folder cannot be reached.
    case unreachable(FolderError)
    /// The system refused to write below `folder`; `code` is an `errno` value.
    case refused(folder: String, code: CInt)
    /// The caller cancelled the addition.
    case cancelled(Cancellation.Reason)
}

extension WritingError {
    /// Makes the error for a failed system call in a folder.
    init(_ error: SystemError, _ folder: OpenFolder) { self = .refused(folder: folder.shownPath, code: error.code) }

    /// Makes a system call in a folder, and adds the folder to the error that it throws.
    static func naming<Result: ~Copyable>(
        _ folder: OpenFolder, _ call: () throws(SystemError) -> Result
    ) throws(WritingError) -> Result {
        do throws(SystemError) {
            return try call()
        } catch {
            throw WritingError(error, folder)
        }
    }

    /// The status of the backend ABI that means the same.
    public var status: PhotoStatus {
        switch self {
        case .unusableName: .invalidArgument
        case .notMedia: .unsupportedFormat
        case .incomplete: .changed
        case .unreachable(let error): error.status
        case .refused(_, let code):
            switch SystemError(code: code) {
            case .accessDenied, .notPermitted, .readOnlyFileSystem: .accessDenied
            case .notFound: .notFound
            case .diskFull: .noSpace
            case .quotaExceeded: .quota
            default: .io
            }
        case .cancelled(let reason): PhotoError(reason).status
        }
    }

    /// errno, or 0 when no system call failed.
    public var systemErrno: CInt {
        switch self {
        case .unreachable(let error): error.systemErrno
        case .refused(_, let code): code
        default: 0
        }
    }
}

extension WritingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableName(let name, let reason): "\"\(name)\" \(reason); choose another name"
        case .notMedia(let name): "\(name) is no photo or video: its first bytes are of no known format"
        case .incomplete(let name, let expected, let found):
            "\(name) has \(found) bytes instead of \(expected): it changed while it was read; try again"
        case .unreachable(let error): error.description
        case .refused(let folder, let code): "\(folder) cannot be written to: \(Self.advice(code))"
        case .cancelled(let reason): PhotoError(reason).message
        }
    }

    private static func advice(_ code: CInt) -> String {
        switch SystemError(code: code) {
        case .diskFull: "the disk is full; make room and try again"
        case .quotaExceeded: "your share of the disk is used up; make room and try again"
        case .readOnlyFileSystem: "the file system is read-only; mount it for writing"
        case .accessDenied, .notPermitted: "permission denied; change the folder's permissions"
        case .fileTooLarge: "the file is larger than the file system or the process's limits allow"
        default: SystemError(code: code).description
        }
    }
}

extension OpenFolder {
    /// The path for messages; the root has no path of its own.
    var shownPath: String { path.isEmpty ? "the library's folder" : String(decoding: path, as: UTF8.self) }
}
