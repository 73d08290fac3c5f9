internal import Platform

/// A file that is read whole. What is in its place in a folder that others write to may be anything: a pipe, which would be waited for,
/// or a device without an end.
enum DocumentFile {
    /// Bytes of one at most.
    private static let largest: Int64 = 64 << 20

    /// Its content; nil when there is none, or it is no file that is read at once.
    static func content(_ path: String) -> [UInt8]? {
        guard let file = try? OwnedDescriptor.open(path, [.neverWait, .noTerminal]),
            let status = try? file.borrowed.status(), status.kind == .file, status.byteSize <= largest
        else { return nil }
        return try? file.borrowed.readToEnd()
    }
}
