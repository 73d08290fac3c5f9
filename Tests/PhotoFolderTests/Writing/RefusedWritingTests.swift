import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoFolder

@Suite("Writing where it is refused") struct RefusedWritingTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    @Test(
        "Writing where it is refused is access denied in a folder that may not be written to, and that shows",
        arguments: WritingWay.allCases)
    func permissions(way: WritingWay) throws {
        chmod(folder.surroundings.path, 0o755)
        chmod(folder.path, 0o555)
        defer { chmod(folder.path, 0o755) }
        try withoutPrivileges {
            let root = try folder.open()
            #expect(!root.isWritable)
            let error = #expect(throws: WritingError.self) { try folder.add("a.jpg", way: way) }
            #expect(error?.status == .accessDenied && error?.systemErrno == EACCES)
            #expect(throws: WritingError.self) { try root.createAlbum(title: "A") }
        }
        // The superuser is refused nothing.
        let isWritable = try folder.open().isWritable
        #expect(isWritable == (geteuid() == 0))
    }

    @Test(
        "Writing where it is refused has a status and one line that says what to do",
        arguments: [
            (ENOSPC, PhotoStatus.noSpace, "the disk is full"), (EDQUOT, .quota, "your share"),
            (EROFS, .accessDenied, "read-only"),
            (EACCES, .accessDenied, "permission"), (EFBIG, .io, "larger"), (ENOENT, .notFound, ""), (EIO, .io, ""),
        ])
    func codes(code: CInt, status: PhotoStatus, words: String) {
        let error = WritingError.refused(folder: "Coast", code: code)
        #expect(error.status == status && error.systemErrno == code)
        #expect(error.description.hasPrefix("Coast cannot be written to: ") && !error.description.contains("\n"))
        #expect(words.isEmpty || error.description.contains(words))
    }

    @Test("Writing where it is refused fails at once when there is no room for what was announced")
    func tooLarge() throws {
        let addition = try folder.addition("a.jpg", byteSize: 1 << 60)
        let error = #expect(throws: WritingError.self) { try addition.append(largeJPEG(10_000)) }
        #expect(error?.status == .noSpace || error?.status == .io)
        #expect(try folder.names() == [])
    }

    @Test("Writing where it is refused finds no folder that was removed meanwhile, and leaves nothing elsewhere")
    func removedFolder() throws {
        try folder.makeFolder("Coast")
        let addition = try folder.addition("a.jpg", to: "Coast")
        try addition.append(largeJPEG(10_000))
        try folder.remove("Coast")
        let error = #expect(throws: WritingError.self) { try addition.finish() }
        #expect(error?.status == .notFound)
        #expect(try folder.names() == [])
    }
}
