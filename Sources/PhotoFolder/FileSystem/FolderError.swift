public import PhotoModel
internal import Platform

/// Why a file or folder of a library could not be read. Paths are for messages: from the library's root, or absolute
/// for the root itself.
public enum FolderError: Error, Equatable, Sendable {
    case notFound(path: String)
    case notFolder(path: String)
    /// A pipe, a socket, a device, or a folder where a file was expected.
    case notRegularFile(path: String)
    case accessDenied(path: String, code: CInt)
    /// A symbolic link that leads out of the library's root.
    case leavesLibrary(path: String)
    /// Symbolic links that lead to each other.
    case linkLoop(path: String)
    /// The file was replaced or rewritten after its status was read, or while it was read.
    case changed(path: String)
    /// A system call failed; `code` is an `errno` value.
    case io(path: String, code: CInt)
}

extension FolderError {
    init(_ error: SystemError, path: some Sequence<UInt8>) {
        let text = String(decoding: Array(path), as: UTF8.self)
        switch error {
        case .notFound: self = .notFound(path: text)
        case .notFolder: self = .notFolder(path: text)
        case .noDevice: self = .notRegularFile(path: text)  // The error of opening a socket.
        case .linkLoop: self = .linkLoop(path: text)
        case .accessDenied, .notPermitted: self = .accessDenied(path: text, code: error.code)
        default: self = .io(path: text, code: error.code)
        }
    }

    /// Makes a system call, and adds the path to the error that it throws.
    static func naming<Result: ~Copyable>(
        _ path: some Sequence<UInt8>, _ call: () throws(SystemError) -> Result
    ) throws(FolderError) -> Result {
        do throws(SystemError) {
            return try call()
        } catch {
            throw FolderError(error, path: path)
        }
    }

    /// The status of the backend ABI that means the same.
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

extension FolderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no \(path); check the path"
        case .notFolder(let path): "\(path) is not a folder; give the path of a folder"
        case .notRegularFile(let path): "\(path) is a pipe, a socket, a device or a folder, not a file; remove it"
        case .accessDenied(let path, let code):
            "\(path) cannot be read: \(SystemError(code: code)); change its permissions"
        case .leavesLibrary(let path): "\(path) links to a place outside of the library; it is not followed"
        case .linkLoop(let path): "\(path) is a symbolic link that leads back to itself; remove it"
        case .changed(let path): "\(path) changed while it was read; try again"
        case .io(let path, let code): "\(path) cannot be read: \(SystemError(code: code))\(Self.advice(code))"
        }
    }

    private static func advice(_ code: CInt) -> String {
        SystemError(code: code).isOfDisk ? "; check the disk, and what connects it, then try again" : ""
    }
}
