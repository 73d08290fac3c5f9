import Foundation
import TestSupport
import Testing

@testable import PickerServer

@Suite("The files of a page")
struct PageFolderTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["modules", "modules/languages", ".git"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
        return folder
    }

    @Test("are those of its folders whose types browsers know, by their paths, and no hidden ones")
    func files() throws {
        let folder = try folder()
        let types = [
            "index.html": "text/html; charset=utf-8", "look.css": "text/css; charset=utf-8",
            "app.js": "text/javascript; charset=utf-8", "app.d.ts": "text/plain; charset=utf-8",
            "icon.svg": "image/svg+xml", "icon.png": "image/png", "strings.json": "application/json",
            "app.webmanifest": "application/manifest+json",
            "modules/languages/english.js": "text/javascript; charset=utf-8",
        ]
        let hidden = [".hidden.js", ".git/app.js", "notes.txt", "modules/README"]
        for name in types.keys + hidden { try folder.write("content of \(name)", to: name) }
        let page = PageFolder(path: folder.path)
        for (name, type) in types {
            #expect(page[name]?.mimeType == type)
            #expect(page[name]?.bytes == Array("content of \(name)".utf8))
        }
        for name in hidden + ["", "modules", "/index.html", "../index.html", "modules/../index.html"] {
            #expect(page[name]?.mimeType == nil, "\(name)")
        }
    }

    @Test("have a version that changes with each of them and with their names, and the HTML has it in its addresses")
    func version() throws {
        let folder = try folder()
        try folder.write("<script src=\"/page/app.js\"></script><a href=\"/\">", to: "index.html")
        try folder.write("one", to: "app.js")
        let first = PageFolder(path: folder.path)
        #expect(first.version == PageFolder(path: folder.path).version)
        let html = try #require(first["index.html"]?.bytes)
        let expected = "<script src=\"/page/\(first.version)/app.js\"></script><a href=\"/\">"
        #expect(String(decoding: html, as: UTF8.self) == expected)
        try folder.write("two", to: "app.js")
        let second = PageFolder(path: folder.path)
        try folder.write("one", to: "modules/languages/other.js")
        let third = PageFolder(path: folder.path)
        #expect(Set([first.version, second.version, third.version]).count == 3)
    }

    @Test(
        "are named by addresses with the version of any page, and a folder whose name only resembles one is a folder",
        arguments: [
            (nil, ["app.js"], "app.js", true), ("v0123456789abcdef", ["modules", "a.js"], "modules/a.js", false),
            ("v0123456789abcdef", [], "", false), ("views", ["a.js"], "views/a.js", false),
            ("v0123456789abcde", ["a.js"], "v0123456789abcde/a.js", false),
            ("v0123456789abcdef0", ["a.js"], "v0123456789abcdef0/a.js", false),
            ("v0123456789ABCDEF", ["a.js"], "v0123456789ABCDEF/a.js", false),
            ("v0123456789abcdeg", ["a.js"], "v0123456789abcdeg/a.js", false),
            ("x0123456789abcdef", ["a.js"], "x0123456789abcdef/a.js", false),
        ] as [(String?, [Substring], String, Bool)])
    func place(version: String?, parts: [Substring], path: String, isVersioned: Bool) throws {
        let page = PageFolder(path: try folder().path)
        let place = page.place([Substring(version ?? page.version)] + parts)
        #expect(place.path == path && place.isVersioned == isVersioned)
        #expect(page.version.count == 17)
    }

    @Test("have a tag that changes with their content, and are compressed if that makes them shorter")
    func tags() {
        let (one, two) = (PageFolder.File([1, 2], mimeType: "a"), PageFolder.File([1, 3], mimeType: "a"))
        #expect(one.entityTag == PageFolder.File([1, 2], mimeType: "b").entityTag && one.entityTag != two.entityTag)
        #expect(one.entityTag != PageFolder.File([1, 2, 0], mimeType: "a").entityTag)
        #expect(one.entityTag.hasPrefix("\"") && one.entityTag.hasSuffix("-2\""))
        #expect(one.compressed == nil)
        let large = PageFolder.File([UInt8](repeating: 1, count: 2048), mimeType: "a")
        #expect(large.compressed.map { $0.count < 2048 } == true)
    }
}
