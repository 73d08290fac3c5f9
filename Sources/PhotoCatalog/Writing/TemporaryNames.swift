internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Names of files in the making, `.picker-0123456789ABCDEF.part`: hidden from walks and watches.
enum TemporaryNames {
    private static let start = Array(".picker-".utf8)
    private static let end = Array(".part".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let digitCount = 16

    static func make() -> [UInt8] { start + (0..<digitCount).map { _ in digits.randomElement()! } + end }  // Not empty.

    static func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == start.count + digitCount + end.count && name.starts(with: start)
            && name.suffix(end.count).elementsEqual(end)
            && name.dropFirst(start.count).prefix(digitCount).allSatisfy(digits.contains)
    }

    /// Removes what killed processes left behind in a folder: files with such names that nobody holds a lock on.
    static func removeStale(in folder: OpenFolder) {
        var names: [[UInt8]] = []
        try? folder.forEachEntry { name, kind in
            if kind == .file, contains(name) { names.append(Array(name)) }
            return true
        }
        for name in names { withCPath(name) { removeIfUnlocked($0, in: folder.descriptor.rawValue) } }
    }

    private static func removeIfUnlocked(_ name: UnsafePointer<CChar>, in folder: CInt) {
        let opened = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { close(opened) }
        if flock(opened, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
    }
}
