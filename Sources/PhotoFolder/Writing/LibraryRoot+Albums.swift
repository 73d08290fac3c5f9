public import PhotoModel
internal import Platform

extension LibraryRoot {
    /// Makes an album: a folder directly inside the root whose name is the title. If there already is one with that
    /// title, it is used, even if its name composes letters differently (Unicode canonical equivalence).
    ///
    /// - Returns: the folder's path from the root.
    /// - Throws: `unusableName` if the title cannot be the name of a folder that is shown, or there is a file of that
    ///   name; `refused`, `unreachable` or `cancelled`.
    public func createAlbum(title: String, cancellation: Cancellation = .never) throws(WritingError) -> [UInt8] {
        if let reason = Self.objection(to: title) { throw .unusableName(title, reason: reason) }
        if let existing = try existingFolder(where: { Self.title(of: $0) == title }) { return existing }
        let lock = try FolderLock(folder, cancellation: cancellation)
        defer { withExtendedLifetime(lock) {} }
        // Check again, now that no other process can make one.
        if let existing = try existingFolder(where: { Self.title(of: $0) == title }) { return existing }
        let name = Array(title.utf8)
        do throws(SystemError) {
            try folder.descriptor.makeFolder(name)
        } catch {
            guard error == .exists else { throw WritingError(error, folder) }
            return try folderOfAnotherCase(name, title)
        }
        try folder.sync()
        return name
    }

    /// Finds the folder on file systems that ignore case, such as those of most memory cards and sticks.
    private func folderOfAnotherCase(_ name: [UInt8], _ title: String) throws(WritingError) -> [UInt8] {
        guard let wanted = try? folder.status(of: name), wanted.kind == .folder,
            let found = try existingFolder(where: { (try? folder.status(of: $0))?.identity == wanted.identity })
        else { throw .unusableName(title, reason: "is the name of a file that is no folder") }
        return found
    }

    private func existingFolder(where isWanted: ([UInt8]) -> Bool) throws(WritingError) -> [UInt8]? {
        var found: [UInt8]?
        do throws(FolderError) {
            try folder.forEachEntry { name, kind in
                if kind == .folder, isWanted(Array(name)) { found = Array(name) }
                return found == nil
            }
        } catch {
            throw .unreachable(error)
        }
        return found
    }

    /// Nil if the name is not UTF-8, in which case no title equals it.
    private static func title(of name: [UInt8]) -> String? { String(validating: name, as: UTF8.self) }

    private static func objection(to title: String) -> String? {
        let bytes = Array(title.utf8)
        if !title.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) { return "is empty" }
        if bytes.contains(UInt8(ascii: "/")) { return "names a folder inside of another" }
        if title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "holds a control character"
        }
        if HiddenNames.contains(bytes) { return "is a name that libraries hide" }
        return bytes.count > 255 ? "is too long for a folder" : nil
    }
}
