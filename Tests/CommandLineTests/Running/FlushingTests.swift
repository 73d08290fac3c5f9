import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// The program is run with a library in front of the system's, which notes in which order files are flushed and get their
/// names, and can fail.
@Suite(
    "picker add and the disk",
    .enabled(if: PackagePaths.clang != nil && !isSanitized, "needs clang, and a build without sanitizers"))
struct FlushingTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    private let photo: String

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        photo = photos.surroundings.path("a.jpg")
        try Data(SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: photo))
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/stat.h>
        #include <unistd.h>
        static int count;
        /* Whether what is open is of the library; notes it then. */
        static int note(const char *what, int number)
        {
            char link[64], path[4096];
            if (number < 0) return 0;
            snprintf(link, sizeof link, "/proc/self/fd/%d", number);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return 0;
            path[length] = 0;
            const char *library = getenv("LIBRARY");
            size_t known = strlen(library);
            if (strncmp(path, library, known) != 0) return 0;
            struct stat status;
            int isFolder = fstat(number, &status) == 0 && S_ISDIR(status.st_mode);
            const char *name = !isFolder ? "the photo" : path[known] ? path + known + 1 : "the library";
            int file = open(getenv("NOTES"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
            if (file < 0 || dprintf(file, "%s %s\\n", what, name) < 0) abort();
            close(file);
            return 1;
        }
        int fsync(int number)
        {
            if (note("flush", number) && ++count == atoi(getenv("FAILING"))) {
                errno = EIO;
                return -1;
            }
            return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(number);
        }
        int linkat(int from, const char *old, int folder, const char *name, int flags)
        {
            note("name in", folder);
            return ((int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat"))(
                from, old, folder, name, flags);
        }
        int renameat2(int from, const char *old, int folder, const char *name, unsigned flags)
        {
            note("name in", folder);
            return ((int (*)(int, const char *, int, const char *, unsigned))dlsym(RTLD_NEXT, "renameat2"))(
                from, old, folder, name, flags);
        }
        int mkdirat(int folder, const char *name, mode_t mode)
        {
            note("album in", folder);
            return ((int (*)(int, const char *, mode_t))dlsym(RTLD_NEXT, "mkdirat"))(folder, name, mode);
        }
        """

    /// Adds the photo.
    ///
    /// - Parameter failing: the number of the flush that fails; 0: none.
    private func add(
        failing: Int = 0, options: [String] = []
    ) async throws -> (notes: [String], result: Subprocess.Result) {
        let place = URL(fileURLWithPath: photos.path).resolvingSymlinksInPath().path
        let words = ["add", photo, "--library", photos.path, "--isolation", "in-process"]
        return try await run(words + options, noting: place, failing: failing)
    }

    private func run(
        _ arguments: [String], noting place: String, failing: Int
    ) async throws -> (notes: [String], result: Subprocess.Result) {
        let file = try photos.surroundings.write(Self.source, to: "disk.c")
        let (library, notes) = (photos.surroundings.path("disk.so"), photos.surroundings.path("notes"))
        let compiling = ["-shared", "-fPIC", "-fno-builtin", "-o", library, file, "-ldl"]
        try await onThread { try CCompiler.run(compiling) }
        let words: [String] = [
            "LD_PRELOAD=\(library)", "NOTES=\(notes)", "LIBRARY=\(place)", "FAILING=\(failing)", PickerProgram.path,
        ]
        let result = try await picker.run("env", words + arguments)
        let text = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
        return (text.split(separator: "\n").map(String.init), result)
    }

    @Test("what is known of libraries is on the disk before it takes the place of what was known")
    func book() async throws {
        let config = try #require(picker.environment["XDG_CONFIG_HOME"])
        try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
        let place = URL(fileURLWithPath: config).resolvingSymlinksInPath().path
        let (notes, added) = try await run(["libraries", "add", "first", photos.path], noting: place, failing: 0)
        added.expectSuccess()
        #expect(notes == ["flush the photo"])
        let failed = try await run(["libraries", "add", "second", photos.path], noting: place, failing: 1).result
        #expect(!failed.succeeded && failed.errors.contains("libraries.json: "), "\(failed)")
        let list = try await picker("libraries", "list")
        list.expectSuccess()
        #expect(list.output.contains("first") && !list.output.contains("second"))
    }

    @Test("a photo is on the disk before it has its name, and its name before it is reported")
    func order() async throws {
        let (notes, result) = try await add()
        result.expectSuccess()
        #expect(notes == ["flush the photo", "name in the library", "flush the library"])
    }

    @Test("a new album is on the disk before its first photo")
    func album() async throws {
        let (notes, result) = try await add(options: ["--album", "Coast"])
        result.expectSuccess()
        let expected = [
            "album in the library", "flush the library", "flush the photo", "name in Coast", "flush Coast",
        ]
        #expect(notes == expected)
    }

    @Test("a photo that may not be on the disk is not added, and is not there half", arguments: 1...2)
    func failing(flush: Int) async throws {
        let (notes, result) = try await add(failing: flush)
        #expect(notes.filter { $0.hasPrefix("flush") }.count == flush)
        #expect(!result.succeeded && result.output.isEmpty && result.errors.contains("a.jpg: "), "\(result)")
        #expect(Files.names(in: photos.path) == [])
    }
}
