import Testing

@testable import PhotoFolder

@Suite struct HiddenNameTests {
    @Test(arguments: [
        ".hidden.jpg", ".thumbnails/a.jpg", "@eaDir/a.jpg", ".trash/a.jpg", ".trash-1000/files/a.jpg", "sub/.x/a.jpg",
    ])
    func `Hidden files and folders are passed over in silence`(_ name: String) throws {
        let folder = try LibraryFolder()
        try folder.write(name)
        try folder.write("shown.jpg")
        let walked = try folder.walked()
        #expect(walked.paths == ["shown.jpg"])
        #expect(walked.problems.isEmpty)
    }
}

@Suite struct FolderPathTests {
    @Test(arguments: [
        ("a/b.jpg", true), ("a.b", true), ("@eaDir2/a.jpg", true), ("", false), ("/a.jpg", false), ("a.jpg/", false),
        ("a//b.jpg", false), (".a/b.jpg", false), ("a/.b.jpg", false), ("@eaDir/a.jpg", false), ("a/@eaDir", false),
        ("a\0.jpg", false), ("a/../b.jpg", false), ("./a.jpg", false),
    ])
    func `Only paths without hidden and empty parts can be those of assets`(_ path: String, _ isAdmitted: Bool) {
        #expect(HiddenNames.admits(path: Array(path.utf8)) == isAdmitted)
    }

    @Test(arguments: [
        ("DCIM/100APPLE", true), ("x/dcim/100CANON", true), ("DCIM", false), ("DCIM/100APPLE/x", false), ("", false),
        ("DCIM2/100APPLE", false), ("100APPLE/DCIM", false),
    ])
    func `A folder of a camera is directly inside of DCIM`(_ path: String, _ isOfCamera: Bool) {
        #expect(isCameraFolder(Array(path.utf8)) == isOfCamera)
    }

    @Test func `A folder has about as many assets as there are stems whose names promise one`() throws {
        let folder = try LibraryFolder()
        for name in ["a.jpg", "a.dng", "b.mov", "c.txt", "d.xmp", "e"] { try folder.write(name, [1]) }
        try folder.write("x/f", MediaBytes.jpeg())
        try folder.write("y/f.jpg", [1])
        var counts: [String: Int] = [:]
        var holding: [String: Bool] = [:]
        var walk = LibraryTraversal(try folder.open())
        var goesOn = true
        while goesOn {
            goesOn = walk.step { event in
                guard case .folder(let listed) = event else { return }
                let name = String(decoding: listed.name ?? [], as: UTF8.self)
                counts[name] = listed.estimatedCount
                holding[name] = try? listed.holdsAssets()
            }
        }
        #expect(counts == ["": 2, "x": 0, "y": 1])
        #expect(holding == ["": false, "x": true, "y": false])
    }
}
