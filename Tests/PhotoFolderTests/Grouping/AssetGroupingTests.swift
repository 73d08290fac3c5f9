import PhotoFolder
import PhotoModel
import Testing

@Suite struct AssetGroupingTests {
    private func roles(_ files: [(String, [UInt8])]) throws -> [String] {
        let folder = try LibraryFolder()
        for (name, bytes) in files { try folder.write(name, bytes) }
        return try folder.walked().roles
    }

    @Test func `A RAW file joins the JPEG of its name, whatever the case of letters`() throws {
        #expect(
            try roles([("IMG_1.DNG", MediaBytes.dng), ("img_1.jpg", MediaBytes.jpeg())])
                == ["img_1.jpg photo, IMG_1.DNG raw"])
    }

    @Test func `A RAW file joins the HEIC of its name`() throws {
        #expect(
            try roles([("IMG_1.dng", MediaBytes.dng), ("IMG_1.heic", MediaBytes.heic)])
                == ["IMG_1.heic photo, IMG_1.dng raw"])
    }

    @Test func `A RAW file alone is an asset`() throws {
        #expect(try roles([("IMG_1.dng", MediaBytes.dng)]) == ["IMG_1.dng raw"])
    }

    @Test(arguments: ["PXL_2.RAW-01.COVER.jpg", "PXL_2.RAW-01.MP.COVER.jpg"])
    func `Pixel's two files of a photo are one asset`(_ cover: String) throws {
        #expect(
            try roles([(cover, MediaBytes.jpeg()), ("PXL_2.RAW-02.ORIGINAL.dng", MediaBytes.dng)])
                == ["\(cover) photo, PXL_2.RAW-02.ORIGINAL.dng raw"])
    }

    @Test func `An edited file joins its original, which represents the asset`() throws {
        #expect(
            try roles([("IMG_E0012.JPG", MediaBytes.jpeg()), ("IMG_0012.JPG", MediaBytes.jpeg())])
                == ["IMG_0012.JPG photo, IMG_E0012.JPG edited"])
    }

    @Test func `An edited file without its original is a photo`() throws {
        #expect(
            try roles([("IMG_E1234.JPG", MediaBytes.jpeg()), ("IMG_E.JPG", MediaBytes.jpeg())])
                == ["IMG_E1234.JPG photo", "IMG_E.JPG photo"])
    }

    @Test(arguments: [("IMG_1.HEIC", MediaBytes.heic), ("IMG_1.JPG", MediaBytes.jpeg())])
    func `A photo with a QuickTime video is a Live Photo`(_ photo: (String, [UInt8])) throws {
        #expect(try roles([photo, ("IMG_1.MOV", MediaBytes.quickTime)]) == ["\(photo.0) photo, IMG_1.MOV pairedVideo"])
    }

    @Test func `A video that is named after its codec joins the photo that has the same identifier`() {
        let names = ["IMG_1.HEIC", "IMG_1_HEVC.MOV", "IMG_1_HEVC.MP4"].map { Array($0.utf8) }
        #expect(GroupKey.of(names[0]) == GroupKey.of(names[1]) && GroupKey.of(names[0]) != GroupKey.of(names[2]))
        let files = zip(names, [.heic, .mov] as [MediaFormat]).map { AssetGrouping.File(name: $0, format: $1) }
        let live = AssetGrouping.assets(files, folder: []) { _ in "A" }
        #expect(live.map { $0.members.map(\.role) } == [[.photo, .pairedVideo]])
        let unknown = AssetGrouping.assets(files, folder: []) { _ in nil }
        #expect(unknown.map { $0.members.map(\.role) } == [[.photo], [.video]])
        let half = AssetGrouping.assets(files, folder: []) { $0.name == names[0] ? "A" : nil }
        #expect(half.count == 2)
    }

    @Test(arguments: [
        ("IMG_1_HEVC.MOV", "IMG_1_HEVC.MOV.xmp"), ("IMG_1_HEVC.MOV", "IMG_1_HEVC.MOV.supplemental-metadata.json"),
        ("IMG_1_HEVC(1).MOV", "IMG_1_HEVC.MOV(1).json"),
    ])
    func `A video that is named after its codec keeps its sidecar`(_ video: String, _ sidecar: String) {
        let file = AssetGrouping.File(name: Array(video.utf8), format: .mov)
        #expect(GroupKey.of(file.name) == GroupKey.of(Array(sidecar.utf8)))
        let assets = AssetGrouping.assets([file], sidecars: [Array(sidecar.utf8)], folder: []) { _ in nil }
        #expect(assets.map(\.sidecars) == [[Array(sidecar.utf8)]])
    }

    @Test func `An edited Live Photo is one asset`() throws {
        let files = [
            ("IMG_1.HEIC", MediaBytes.heic), ("IMG_1.MOV", MediaBytes.quickTime),
            ("IMG_E1.HEIC", MediaBytes.heic), ("IMG_E1.MOV", MediaBytes.quickTime), ("IMG_1.AAE", Array("x".utf8)),
        ]
        #expect(
            try roles(files)
                == ["IMG_1.HEIC photo, IMG_1.MOV pairedVideo, IMG_E1.HEIC edited, IMG_E1.MOV alternate"])
    }

    @Test func `A video of another kind, or alone, is an asset of its own`() throws {
        #expect(
            try roles([("a.jpg", MediaBytes.jpeg()), ("a.mp4", MediaBytes.mp4), ("b.mov", MediaBytes.quickTime)])
                == ["a.jpg photo", "a.mp4 video", "b.mov video"])
    }

    @Test func `Two photos of one name and different formats are two assets`() throws {
        #expect(
            try roles([("a.heic", MediaBytes.heic), ("a.jpg", MediaBytes.jpeg()), ("a.dng", MediaBytes.dng)])
                == ["a.heic photo", "a.jpg photo, a.dng raw"])
    }

    @Test func `Sidecars are no assets and no problems`() throws {
        let folder = try LibraryFolder()
        for name in ["a.jpg", "a.AAE", "a.xmp", "a.jpg.xmp", "a.THM", "a.jpg.json", "a.SRT", "a.LRF"] {
            try folder.write(name)
        }
        let walked = try folder.walked()
        #expect(walked.roles == ["a.jpg photo"] && walked.problems.isEmpty)
    }

    /// Takeout leaves 51 characters of a name.
    @Test(arguments: ["edite", "edi", "e", "bearb", "modi"])
    func `What Takeout calls edited joins its original also where that word is cut off`(_ word: String) throws {
        let jpeg = MediaBytes.jpeg()
        let stem = String(repeating: "a", count: 46 - word.utf8.count)
        #expect(
            try roles([("\(stem)-\(word).jpg", jpeg), ("\(stem).jpg", jpeg)])
                == ["\(stem).jpg photo, \(stem)-\(word).jpg edited"])
        // One character less: nothing was cut off.
        #expect(
            try roles([("\(stem.dropLast())-\(word).jpg", jpeg), ("\(stem.dropLast()).jpg", jpeg)]).count == 2)
    }

    @Test(arguments: ["edited", "bearbeitet", "modifié", "modifie\u{301}", "ha editado", "editat"])
    func `What Takeout calls edited joins its original`(_ word: String) throws {
        let jpeg = MediaBytes.jpeg()
        #expect(
            try roles([("a-\(word).jpg", jpeg), ("a.jpg", jpeg)]) == ["a.jpg photo, a-\(word).jpg edited"])
        #expect(
            try roles([("a(1).jpg", jpeg), ("a-\(word)(1).jpg", jpeg), ("a.jpg", jpeg)])
                == ["a.jpg photo", "a(1).jpg photo, a-\(word)(1).jpg edited"])
        #expect(
            try roles([("a-\(word).jpg", jpeg), ("-edited.jpg", jpeg)])
                == ["-edited.jpg photo", "a-\(word).jpg photo"])
    }

    @Test(arguments: [
        ("PXL_2.PORTRAIT-01.COVER.jpg", "PXL_2.PORTRAIT-02.ORIGINAL.jpg"),
        ("PXL_2.LONG_EXPOSURE-01.COVER.jpg", "PXL_2.LONG_EXPOSURE-02.ORIGINAL.jpg"),
        ("00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg", "00000PORTRAIT_00000_BURST20190101120000000.jpg"),
    ])
    func `Of the two images of a portrait the one that phones show represents the asset`(
        _ shown: String, _ other: String
    ) throws {
        let jpeg = MediaBytes.jpeg()
        #expect(try roles([(shown, jpeg), (other, jpeg)]) == ["\(shown) photo, \(other) alternate"])
        #expect(try roles([(other, jpeg)]) == ["\(other) photo"])
        let third = "00001PORTRAIT_00001_BURST20190101120000001.jpg"
        #expect(try roles([(shown, jpeg), (other, jpeg), (third, jpeg)]).contains("\(third) photo"))
    }

    @Test func `The video of a Pixel phone's photo that Takeout cut off is its video`() throws {
        let files = [("PXL_1.MP.jpg", MediaBytes.jpeg()), ("PXL_1.MP", MediaBytes.mp4)]
        #expect(try roles(files) == ["PXL_1.MP.jpg photo, PXL_1.MP pairedVideo"])
        #expect(try roles([files[1]]) == ["PXL_1.MP video"])
    }

    @Test(arguments: [
        ["GX010001.MP4", "GL010001.LRV", "GX010001.THM"], ["GOPR0001.MP4", "GOPR0001.LRV", "GOPR0001.THM"],
        ["GH010001.mp4", "gl010001.lrv"], ["DJI_0001.MP4", "DJI_0001.LRF", "DJI_0001.SRT"],
    ])
    func `What cameras write beside a video belongs to it`(_ names: [String]) throws {
        let files = names.map { ($0, $0.lowercased().hasSuffix("thm") ? MediaBytes.jpeg() : MediaBytes.mp4) }
        #expect(try roles(files) == ["\(names[0]) video"])
    }

    @Test func `A small copy of a video is shown where the video is not there`() throws {
        #expect(try roles([("GL010001.LRV", MediaBytes.mp4), ("a.THM", MediaBytes.jpeg())]) == ["GL010001.LRV video"])
    }

    @Test func `Files of different folders never belong together`() throws {
        #expect(
            try roles([("x/a.jpg", MediaBytes.jpeg()), ("y/a.dng", MediaBytes.dng)]) == ["a.jpg photo", "a.dng raw"])
    }

    /// Names of one stem are compared with each other. If each was compared with all, this would take many minutes.
    @Test(.timeLimit(.minutes(1)))
    func `Thousands of photos whose names differ in case only are grouped, each with its edited version`() {
        let letters = Array("abcdefghijklmn")
        let stems: [String] = (0..<(1 << letters.count)).map { number in
            let cased = letters.enumerated().map { place, letter in
                (number >> place) & 1 == 1 ? letter.uppercased() : String(letter)
            }
            return cased.joined()
        }
        let photos = stems.map { AssetGrouping.File(name: Array("\($0).jpg".utf8), format: .jpeg) }
        let edits = stems.map { AssetGrouping.File(name: Array("\($0)-edited.jpg".utf8), format: .jpeg) }
        // Named after files that are not there.
        let sidecars = stems.map { Array("\($0).heic.xmp".utf8) }
        let assets = AssetGrouping.assets(photos + edits, sidecars: sidecars, folder: []) { _ in nil }
        #expect(assets.count == stems.count)
        #expect(assets.allSatisfy { $0.members.map(\.role) == [.photo, .edited] })
        #expect(assets[0].sidecars.count == stems.count && assets.dropFirst().allSatisfy(\.sidecars.isEmpty))
    }

    @Test func `Edited versions of which there are more than originals become assets, and have edited versions too`() {
        let names = ["a.jpg", "a-edited.jpg", "A-edited.jpg", "a-Edited.jpg", "A-Edited.jpg"]
        let files = names.map { AssetGrouping.File(name: Array($0.utf8), format: .jpeg) }
        let assets = AssetGrouping.assets(files, folder: []) { _ in nil }
        #expect(assets.map(\.members.count).sorted() == [1, 2, 2])
    }
}
