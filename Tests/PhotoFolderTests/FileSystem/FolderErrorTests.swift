import Foundation
import PhotoModel
import Platform
import Testing

@testable import PhotoFolder

@Suite struct FolderErrorTests {
    private static let codes: [(code: CInt, error: FolderError, status: PhotoStatus)] = [
        (ENOENT, .notFound(path: "a/b"), .notFound), (ENOTDIR, .notFolder(path: "a/b"), .notFound),
        (ENXIO, .notRegularFile(path: "a/b"), .unsupportedFormat), (ELOOP, .linkLoop(path: "a/b"), .io),
        (EACCES, .accessDenied(path: "a/b", code: EACCES), .accessDenied),
        (EPERM, .accessDenied(path: "a/b", code: EPERM), .accessDenied), (EIO, .io(path: "a/b", code: EIO), .io),
        (EMFILE, .io(path: "a/b", code: EMFILE), .io),
    ]

    @Test(arguments: codes)
    func `What the system reports is an error of the folder, with its path`(
        _ code: CInt, _ error: FolderError, _ status: PhotoStatus
    ) {
        let found = FolderError(SystemError(code: code), path: "a/b".utf8)
        #expect(found == error && found.status == status)
        let keepsCode = status == .accessDenied || code == EIO || code == EMFILE
        #expect(found.systemErrno == (keepsCode ? code : 0))
    }

    @Test func `Errors say what to do, in one line`() {
        #expect(FolderError.notFound(path: "a").description == "there is no a; check the path")
        #expect(FolderError.notFolder(path: "a").description == "a is not a folder; give the path of a folder")
        #expect(
            FolderError.accessDenied(path: "a", code: EACCES).description
                == "a cannot be read: Permission denied; change its permissions")
        for (code, words) in [(EIO, "Input/output error"), (ESTALE, "Stale file handle")] {
            #expect(
                FolderError.io(path: "a", code: code).description
                    == "a cannot be read: \(words); check the disk, and what connects it, then try again")
        }
        #expect(FolderError.io(path: "a", code: EMFILE).description == "a cannot be read: Too many open files")
        #expect(FolderError.changed(path: "a").description == "a changed while it was read; try again")
        #expect(FolderError.changed(path: "a").status == .changed)
        #expect(FolderError.leavesLibrary(path: "a").status == .accessDenied)
        #expect(FolderError.leavesLibrary(path: "a").systemErrno == 0)
    }

    @Test func `Errors of writing have the status of what was wrong`() {
        let errors: [(WritingError, PhotoStatus)] = [
            (.unusableName("a", reason: "is empty"), .invalidArgument), (.notMedia(name: "a"), .unsupportedFormat),
            (.incomplete(name: "a", expected: 5, found: 3), .changed), (.unreachable(.notFound(path: "a")), .notFound),
            (.unreachable(.io(path: "a", code: EIO)), .io), (.cancelled(.deadline), .deadline),
            (.cancelled(.closed), .closed), (.cancelled(.cancelled), .cancelled),
            (.refused(folder: "a", code: EPERM), .accessDenied),
        ]
        for (error, status) in errors { #expect(error.status == status, "\(error)") }
        #expect(errors.map(\.0.systemErrno) == [0, 0, 0, 0, EIO, 0, 0, 0, EPERM])
        #expect(
            errors[2].0.description == "a has 3 bytes instead of 5: it changed while it was read; try again")
        #expect(errors[0].0.description == "\"a\" is empty; choose another name")
    }
}
