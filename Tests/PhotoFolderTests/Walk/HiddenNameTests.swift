import Testing

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
