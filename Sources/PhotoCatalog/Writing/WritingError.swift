public import PhotoModel
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Why nothing was added to a library. Paths are for people, as those of `CatalogError`.
public enum WritingError: Error, Equatable, Sendable {
    /// The name of a file or an album cannot be used; `reason` ends the sentence "NAME …".
    case unusableName(String, reason: String)
    /// The first bytes are those of no photo or video.
    case notMedia(name: String)
    /// The source gave another number of bytes than it had said.
    case incomplete(name: String, expected: Int64, found: Int64)
    /// The folder cannot be reached.
    case unreachable(CatalogError)
    /// The system refused to write below `folder`; `code` is an `errno` value.
    case refused(folder: String, code: CInt)
    case cancelled
}

extension WritingError {
    /// The error for whatever errno holds now.
    static func current(_ folder: OpenFolder) -> WritingError {
        let code = errno
        return .refused(folder: folder.shownPath, code: code)
    }

    /// The code of the backend ABI that says the same.
    public var status: PhotoStatus {
        switch self {
        case .unusableName: .invalidArgument
        case .notMedia: .unsupportedFormat
        case .incomplete: .changed
        case .unreachable(let error): error.status
        case .refused(_, let code): code == EACCES || code == EPERM ? .accessDenied : code == ENOENT ? .notFound : .io
        case .cancelled: .cancelled
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
        case .cancelled: "the request was cancelled"
        }
    }

    private static func advice(_ code: CInt) -> String {
        switch code {
        case ENOSPC: "the disk is full; make room and try again"
        case EDQUOT: "your share of the disk is used up; make room and try again"
        case EROFS: "the file system is read-only; mount it for writing"
        case EACCES, EPERM: "permission denied; change the folder's permissions"
        case EFBIG: "the file is larger than the file system or the process's limits allow"
        default: Errno(rawValue: code).description
        }
    }
}

extension OpenFolder {
    /// For messages, where the root has no path of its own.
    var shownPath: String { path.isEmpty ? "the library's folder" : String(decoding: path, as: UTF8.self) }
}
