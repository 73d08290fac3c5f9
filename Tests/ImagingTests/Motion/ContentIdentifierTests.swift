import Imaging
import PhotoFixtures
import SystemPackage
import TestSupport
import Testing

@Suite("What the halves of a Live Photo have in common")
struct ContentIdentifierTests {
    private static let identifier = "11111111-2222-4333-8444-000000000001"

    @Test("is in the maker note of the still and in the metadata of the video")
    func both() throws {
        let still = ImageSource(bytes: try SampleLivePhoto.still(Self.identifier))
        #expect(try ImageDecoder().metadata(of: still).contentIdentifier == Self.identifier)
        #expect(
            ContentIdentifier.ofVideo(ImageSource(bytes: SampleLivePhoto.video(Self.identifier))) == Self.identifier)
    }

    @Test("is none in other files, and in those that are cut off")
    func none() throws {
        #expect(try ImageDecoder().metadata(of: ImageSource(bytes: SamplePhoto.jpeg())).contentIdentifier == nil)
        let video = SampleLivePhoto.video(Self.identifier)
        for length in 0..<video.count {
            #expect(ContentIdentifier.ofVideo(ImageSource(bytes: Array(video[..<length]))) == nil)
        }
    }

    @Test("is read without harm from files with any wrong byte")
    func hostile() {
        let video = SampleLivePhoto.video(Self.identifier)
        for place in video.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = video
                bytes[place] = value
                _ = ContentIdentifier.ofVideo(ImageSource(bytes: bytes))
            }
        }
    }

    @Test("is the corpus's", .enabled(if: Corpus.isAvailable, "\(Corpus.explanation)"))
    func corpus() throws {
        for (name, last) in [("IMG_1001", 1), ("IMG_2001", 9)] {
            let expected = "11111111-2222-4333-8444-00000000000\(last)"
            let folder = Corpus.path + "/live-photo/"
            #expect(ContentIdentifier.ofVideo(try ImageSource(path: FilePath(folder + name + ".MOV"))) == expected)
        }
        let still = try ImageSource(path: FilePath(Corpus.path + "/live-photo/IMG_2001.JPG"))
        #expect(try ImageDecoder().metadata(of: still).contentIdentifier == "11111111-2222-4333-8444-000000000009")
    }
}
