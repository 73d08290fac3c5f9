public import PhotoModel
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Why a file or folder of a library could not be read. Paths are for people: from the library's root, or absolute
/// for the root itself.
public enum CatalogError: Error, Equatable, Sendable {
    case notFound(path: String)
    case notFolder(path: String)
    /// A pipe, a socket, a device, or a folder where a file was expected.
    case notRegularFile(path: String)
    case accessDenied(path: String, code: CInt)
    /// A symbolic link that leads out of the library's root.
    case leavesLibrary(path: String)
    /// Symbolic links that lead to each other.
    case linkLoop(path: String)
    /// The file was replaced or rewritten since it was looked at, or while it was read.
    case changed(path: String)
    /// The system refused; `code` is an `errno` value.
    case io(path: String, code: CInt)
}

extension CatalogError {
    /// The error for the `errno` value `code`.
    init(code: CInt, path: some Sequence<UInt8>) {
        let text = String(decoding: Array(path), as: UTF8.self)
        switch code {
        case ENOENT: self = .notFound(path: text)
        case ENOTDIR: self = .notFolder(path: text)
        case ENXIO: self = .notRegularFile(path: text)  // What opening a socket says.
        case ELOOP: self = .linkLoop(path: text)
        case EACCES, EPERM: self = .accessDenied(path: text, code: code)
        default: self = .io(path: text, code: code)
        }
    }

    /// The error for whatever errno holds now.
    static func current(path: some Sequence<UInt8>) -> CatalogError { CatalogError(code: errno, path: path) }

    /// The code of the backend ABI that says the same.
    public var status: PhotoStatus {
        switch self {
        case .notFound, .notFolder: .notFound
        case .notRegularFile: .unsupportedFormat
        case .accessDenied, .leavesLibrary: .accessDenied
        case .changed: .changed
        case .linkLoop, .io: .io
        }
    }

    /// errno, or 0 when no system call failed.
    public var systemErrno: CInt {
        switch self {
        case .accessDenied(_, let code), .io(_, let code): code
        default: 0
        }
    }
}

extension CatalogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no \(path); check the path"
        case .notFolder(let path): "\(path) is not a folder; give the path of a folder"
        case .notRegularFile(let path): "\(path) is a pipe, a socket, a device or a folder, not a file; remove it"
        case .accessDenied(let path, let code):
            "\(path) cannot be read: \(Errno(rawValue: code)); change its permissions"
        case .leavesLibrary(let path): "\(path) links to a place outside of the library; it is not followed"
        case .linkLoop(let path): "\(path) is a symbolic link that leads back to itself; remove it"
        case .changed(let path): "\(path) changed while it was read; try again"
        case .io(let path, let code): "\(path) cannot be read: \(Errno(rawValue: code))"
        }
    }
}
