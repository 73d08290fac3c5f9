import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerCommands

@Suite("Files in which libraries, secrets and sign-ins are kept")
struct KeptFileTests {
    private let folder: TestSupport.TemporaryFolder
    /// Not the folder itself, which its owner has locked as long as the test runs.
    private var books: String { folder.path("config") }

    init() throws { folder = try TestSupport.TemporaryFolder() }

    private func permissions(_ name: String) throws -> UInt32 {
        UInt32(try FileStatus(path: folder.path(name)).permissions) & 0o777
    }

    private func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder.path(name))
    }

    @Test("A library is kept with its settings and secrets, beside those that others kept, until it is removed")
    func book() throws {
        var (book, other) = (try LibraryBook(folder: books), try LibraryBook(folder: books))
        #expect(book.names.isEmpty)
        let club = NamedLibrary(location: "https://club", settings: ["user": "me", "key": "shown"])
        try book.set("club", club, secrets: ["key": "s3cret"])
        try other.set("b", NamedLibrary(location: "/photos"), secrets: [:])
        let again = try LibraryBook(folder: books)
        #expect(again.names == ["b", "club"] && again["club"] == club && other.names == ["b", "club"])
        #expect(try again.values(of: "club") == ["user": "me", "key": "s3cret"] && again.values(of: "b").isEmpty)
        #expect(try again.secretKeys(of: "club") == ["key"] && permissions("config/secrets/club.json") == 0o600)
        try book.signIn(of: "club")?.change { $0["token"] = [1] }
        try book.remove("club")
        #expect(try LibraryBook(folder: books).names == ["b"])
        for name in ["config/secrets/club.json", "config/sign-ins/club.json"] {
            #expect(!TextFile.exists(folder.path(name)), "\(name)")
        }
    }

    @Test("A library does not take the place of one that was given its name while questions were answered")
    func taken() throws {
        var (book, other) = (try LibraryBook(folder: books), try LibraryBook(folder: books))
        let club = NamedLibrary(location: "https://club")
        try other.set("club", club, secrets: ["key": "s3cret"], replaces: false)
        let refused = failureStatus { () throws(CommandFailure) in
            try book.set("club", NamedLibrary(location: "/photos"), secrets: [:], replaces: false)
        }
        #expect(refused == .cannotWrite && book["club"] == club)
        let again = try LibraryBook(folder: books)
        #expect(again["club"] == club)
        #expect(try again.values(of: "club") == ["key": "s3cret"])
        try book.set("club", NamedLibrary(location: "/photos"), secrets: [:])
        #expect(try LibraryBook(folder: books)["club"]?.location == "/photos")
    }

    @Test("A library whose file cannot be written leaves the secrets of the one that has its name, and none of its own")
    func notWritten() throws {
        // The files are those of another user where the tests run as the superuser, who is refused nothing.
        chmod(folder.path, 0o777)
        var book = try LibraryBook(folder: books)
        let club = NamedLibrary(location: "https://club")
        try withoutPrivileges { try book.set("club", club, secrets: ["key": "s3cret"]) }
        chmod(books, 0o555)
        defer { chmod(books, 0o755) }
        let others: [(String, [String: String])] = [("club", ["key": "other"]), ("club", [:]), ("b", ["key": "other"])]
        for (name, secrets) in others {
            let refused = withoutPrivileges {
                failureStatus { () throws(CommandFailure) in
                    try book.set(name, NamedLibrary(location: "/other"), secrets: secrets)
                }
            }
            #expect(refused == .cannotWrite && book.names == ["club"] && book["club"] == club)
            let again = try LibraryBook(folder: books)
            #expect(again["club"] == club)
            #expect(try again.values(of: "club") == ["key": "s3cret"])
            #expect(!TextFile.exists(folder.path("config/secrets/b.json")))
        }
    }

    @Test("A library that is not there is named with the one that was meant, and none is kept without a folder")
    func missing() throws {
        var book = try LibraryBook(folder: books)
        let empty = #expect(throws: CommandFailure.self) { try book.library("club") }
        #expect(empty?.status == .noInput && empty?.message.contains("libraries add") == true)
        try book.set("club", NamedLibrary(location: "/photos"), secrets: [:])
        let near = #expect(throws: CommandFailure.self) { try book.library("clib") }
        #expect(near?.message == "there is no library \"clib\"; did you mean \"club\"?")
        let removed = failureStatus { () throws(CommandFailure) in try book.remove("clib") }
        #expect(removed == .noInput && book.names == ["club"])
        var homeless = try LibraryBook(folder: nil)
        let refused = failureStatus { () throws(CommandFailure) in
            try homeless.set("a", NamedLibrary(location: "/a"), secrets: [:])
        }
        #expect(refused == .cannotWrite && homeless.names.isEmpty)
        let hasSignIn = homeless.signIn(of: "a") != nil
        #expect(!hasSignIn)
    }

    @Test("A file of libraries that is damaged, or of a newer picker, is left as it is")
    func damaged() throws {
        for (text, words) in [("{", "is damaged"), (#"{"schema": 2, "libraries": {}}"#, "(schema 2)")] {
            try folder.write(text, to: "libraries.json")
            let error = #expect(throws: CommandFailure.self) { _ = try LibraryBook(folder: folder.path) }
            #expect(error?.status == .badData && error?.message.contains(words) == true)
            #expect(TextFile.read(folder.path("libraries.json")) == text)
        }
    }

    @Test("A file of libraries in a folder that may not be looked into is not taken for one that does not exist")
    func hidden() throws {
        chmod(folder.path, 0o755)
        var book = try LibraryBook(folder: books)
        try book.set("club", NamedLibrary(location: "/photos"), secrets: [:])
        chmod(books, 0)
        let refused = withoutPrivileges {
            failureStatus { () throws(CommandFailure) in _ = try LibraryBook(folder: books) }
        }
        chmod(books, 0o755)
        #expect(refused == .noInput)
        #expect(try LibraryBook(folder: books).names == ["club"])
    }

    @Test("Secrets that others can read, or that are damaged, are refused, and none leave no file")
    func secrets() throws {
        let file = SecretFile(folder: folder.path, library: "club")
        #expect(try file.read().isEmpty)
        try file.write(["key": "s3cret"])
        #expect(try file.read() == ["key": "s3cret"] && permissions("secrets/club.json") == 0o600)
        for permissions in [0o640, 0o604, 0o610, 0o601] {
            try setPermissions(permissions, of: "secrets/club.json")
            let refused = failureStatus { () throws(CommandFailure) in _ = try file.read() }
            #expect(refused == .notPermitted)
            #expect(file.keys == ["key"], "what is kept is known all the same")
        }
        try setPermissions(0o400, of: "secrets/club.json")
        #expect(try file.read() == ["key": "s3cret"])
        try setPermissions(0o600, of: "secrets/club.json")
        try folder.write("[]", to: "secrets/club.json")
        try setPermissions(0o600, of: "secrets/club.json")
        let damaged = failureStatus { () throws(CommandFailure) in _ = try file.read() }
        #expect(damaged == .badData)
        try file.write([:])
        #expect(!TextFile.exists(folder.path("secrets/club.json")))
    }

    @Test("A secret in a file is its first line, which is text and not empty")
    func secretFile() throws {
        func value(_ bytes: [UInt8]) throws(CommandFailure) -> String {
            let path = folder.path("secret")
            _ = FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
            return try SecretFile.value(inFile: path)
        }
        for text in ["word", "word\n", "word\nmore", "word\r\nmore"] { #expect(try value(Array(text.utf8)) == "word") }
        #expect(try value(Array(" a b \n".utf8)) == " a b ")
        for bytes in [[], [0x0A, 0x61], [0xFF]] as [[UInt8]] {
            let refused = failureStatus { () throws(CommandFailure) in _ = try value(bytes) }
            #expect(refused == .badData, "\(bytes)")
        }
        try setPermissions(0o644, of: "secret")
        let path = folder.path("secret")
        let others = failureStatus { () throws(CommandFailure) in _ = try SecretFile.value(inFile: path) }
        #expect(others == .notPermitted)
        let missing = failureStatus { () throws(CommandFailure) in _ = try SecretFile.value(inFile: path + "x") }
        #expect(missing == .noInput)
    }

    @Test("A sign-in is changed as a whole or not at all, and can be taken away and put back")
    func signIns() throws {
        let file = SignInFile(folder: folder.path, library: "club")
        #expect(try file.read().isEmpty && file.takeAway().isEmpty)
        try file.change { $0["token"] = [1, 2] }
        #expect(throws: PhotoError(.io, "stopped")) {
            try file.change { (kept) throws(PhotoError) in
                kept["token"] = [3]
                throw PhotoError(.io, "stopped")
            }
        }
        #expect(try file.read() == ["token": [1, 2]] && permissions("sign-ins/club.json") == 0o600)
        let former = try file.takeAway()
        #expect(try former == ["token": [1, 2]] && file.read().isEmpty)
        #expect(!TextFile.exists(folder.path("sign-ins/club.json")))
        try file.change { $0["other"] = [4] }
        file.putBack(former)
        #expect(try file.read() == former)
        file.putBack([:])
        #expect(try file.read().isEmpty)
        try file.change { $0["token"] = [1] }
        try setPermissions(0o644, of: "sign-ins/club.json")
        let others = #expect(throws: PhotoError.self) { try file.read() }
        #expect(others?.status == .accessDenied)
        try setPermissions(0o600, of: "sign-ins/club.json")
        try folder.write("{", to: "sign-ins/club.json")
        try setPermissions(0o600, of: "sign-ins/club.json")
        let damaged = #expect(throws: PhotoError.self) { try file.read() }
        #expect(damaged?.status == .io)
        try file.remove()
        #expect(try file.read().isEmpty)
    }

    @Test(
        "Secrets and sign-ins that cannot be looked at are not taken for none, and those that cannot be removed stay with a word"
    )
    func unreachable() throws {
        chmod(folder.path, 0o755)
        var book = try LibraryBook(folder: books)
        try book.set("club", NamedLibrary(location: "/photos"), secrets: ["key": "s3cret"])
        try book.signIn(of: "club")?.change { $0["token"] = [1] }
        let (secrets, signIn) = (SecretFile(folder: books, library: "club"), SignInFile(folder: books, library: "club"))
        func setPermissions(_ permissions: mode_t) {
            for path in [books + "/secrets", books + "/sign-ins"] { chmod(path, permissions) }
        }
        setPermissions(0)
        withoutPrivileges {
            let read = failureStatus { () throws(CommandFailure) in _ = try secrets.read() }
            #expect(read == .noInput)
            let signedIn = #expect(throws: PhotoError.self) { try signIn.read() }
            #expect(signedIn?.status == .accessDenied)
        }
        setPermissions(0o755)
        withoutPrivileges {
            let removed = #expect(throws: CommandFailure.self) { try secrets.write([:]) }
            #expect(removed?.status == .cannotWrite)
            #expect(removed?.message == "\(books)/secrets/club.json: cannot be removed: Permission denied")
            let signedOut = #expect(throws: PhotoError.self) { try signIn.remove() }
            #expect(signedOut?.status == .io)
            let gone = failureStatus { () throws(CommandFailure) in try book.remove("club") }
            #expect(gone == .cannotWrite)
        }
        #expect(try LibraryBook(folder: books).values(of: "club") == ["key": "s3cret"])
        try book.remove("club")
        #expect(try secrets.read().isEmpty && signIn.read().isEmpty && LibraryBook(folder: books).names.isEmpty)
    }
}
