import Glibc
import Imaging
import SystemPackage
import TestSupport
import Testing

@Suite("An image source")
struct ImageSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("reads a file by position and ends where it ends")
    func readsByPosition() throws {
        let source = try ImageSource(path: folder.file("a.jpg", Array(0..<100)))
        #expect(source.byteCount == 100)
        #expect(try source.read(at: 10, count: 3) == [10, 11, 12])
        #expect(try source.read(at: 98, count: 10) == [98, 99])
        #expect(try source.read(at: 100, count: 1).isEmpty)
        #expect(throws: ImagingError.self) { try source.read(at: -1, count: 1) }
    }

    @Test("says that a file is missing")
    func missing() {
        #expect(throws: ImagingError.notFound(path: "/nowhere/a.jpg")) { try ImageSource(path: "/nowhere/a.jpg") }
    }

    @Test("refuses folders and devices", arguments: ["/tmp", "/dev/null", "/dev/zero"] as [FilePath])
    func refusesOthers(path: FilePath) {
        #expect(throws: ImagingError.notRegularFile(path: path.string)) { try ImageSource(path: path) }
    }

    @Test("refuses a pipe without waiting for its writer")
    func refusesPipes() {
        let pipe = folder.path("pipe.jpg")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: ImagingError.notRegularFile(path: pipe)) { try ImageSource(path: FilePath(pipe)) }
    }

    @Test("opens names that are not UTF-8")
    func opensAnyName() throws {
        let name: [CChar] = [0x61, -1, 0x0A, 0x62, 0]  // a, 0xFF, newline, b
        let component = try #require(
            name.withUnsafeBufferPointer { FilePath.Component(platformString: $0.baseAddress!) })
        #expect(try ImageSource(path: folder.file(component, [1, 2])).byteCount == 2)
    }

    @Test("refuses a symbolic link when it is told to")
    func refusesLinks() throws {
        let target = try folder.file("a.jpg", [1])
        let link = FilePath(folder.path("link.jpg"))
        #expect(symlink(target.string, link.string) == 0)
        #expect(try ImageSource(path: link).byteCount == 1)
        #expect(throws: ImagingError.io(path: link.string, code: ELOOP)) {
            try ImageSource(path: link, followsSymbolicLink: false)
        }
    }

    @Test("closes its descriptor with its last copy")
    func closes() throws {
        let path = try folder.file("a.jpg", [1])
        let descriptor = try FileDescriptor.open(path, .readOnly)
        do {
            let source = try ImageSource(adopting: descriptor)
            #expect(source.byteCount == 1)
        }
        #expect(try !Self.isOpen(path, as: descriptor))
    }

    /// Whether the descriptor is one of this file: a test beside this one may have been given its number since it was closed.
    private static func isOpen(_ path: FilePath, as descriptor: FileDescriptor) throws -> Bool {
        var expected = stat()
        var found = stat()
        try #require(stat(path.string, &expected) == 0)
        guard fstat(descriptor.rawValue, &found) == 0 else { return false }
        return (found.st_dev, found.st_ino) == (expected.st_dev, expected.st_ino)
    }
}
