internal import Platform

/// Names of unfinished files, `.picker-0123456789ABCDEF.part`, which are hidden from traversals and watches.
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

    /// Removes what killed processes left in a folder: files with such names whose lock no process holds.
    static func removeStale(in folder: OpenFolder) {
        var names: [[UInt8]] = []
        try? folder.forEachEntry { name, kind in
            if kind == .file, contains(name) { names.append(Array(name)) }
            return true
        }
        for name in names { try? removeIfUnlocked(name, in: folder.descriptor) }
    }

    private static func removeIfUnlocked(_ name: [UInt8], in folder: Descriptor) throws(SystemError) {
        let opened = try folder.open(name, [.noFollow, .neverWait])
        if try opened.borrowed.tryToLock() { try folder.removeFile(name) }
    }
}
