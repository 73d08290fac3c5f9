import BackendKit
import BackendServing
import Foundation
import PhotoFixtures
import PhotoFolder
import PhotoModel
import TestSupport
import Testing
import VideoMedia

@Suite("A video that is replaced while it is read", .enabled(if: VideoLibraries.areInstalled))
struct ReplacedVideoTests {
    private let folder: FixtureFolder
    private let serving: FileServing
    private let files = AssetFiles(
        folder: [], members: [AssetFiles.Member(name: Array("film.mp4".utf8), role: .video, format: .mp4)])
    private let bytes: [UInt8]

    init() throws {
        folder = try FixtureFolder()
        bytes = try folder.write("film.mp4", try SampleVideo.quarters().mp4())
        serving = FileServing(
            root: try LibraryRoot(path: Array(folder.path.utf8)), host: BackendHost(), sizes: .any)
    }

    /// A call during which the video is overwritten with so many zeros, in place.
    private func call(overwritingWith count: Int) -> BackendCall {
        let file = URL(fileURLWithPath: folder.path("film.mp4"))
        return BackendCall(whenAsked: { try? Data(count: count).write(to: file) })
    }

    @Test("A video that is replaced while it is read has no poster of a damaged file: it changed")
    func poster() throws {
        let call = call(overwritingWith: bytes.count)
        let error = #expect(throws: PhotoError.self) {
            try serving.poster(of: files, representation: 0, at: nil, targetSize: nil, call: call)
        }
        #expect(error?.status == .changed)
    }

    @Test("A video that is replaced while it is read has no facts of a damaged file: it changed")
    func facts() throws {
        let call = call(overwritingWith: bytes.count / 2)
        let error = #expect(throws: PhotoError.self) {
            try serving.videoFacts(of: files, representation: 0, call: call)
        }
        #expect(error?.status == .changed)
    }

    @Test("A video whose facts are not wanted any more is not read to the end of its headers")
    func cancelled() throws {
        let error = #expect(throws: PhotoError.self) {
            try serving.videoFacts(of: files, representation: 0, call: BackendCall(shutDownAfter: 1))
        }
        #expect(error?.status == .closed)
    }

    @Test("A video that is damaged and stays as it is is reported as damaged")
    func damaged() throws {
        try folder.write("film.mp4", try SampleVideo.quarters().mp4WithoutDescription())
        let error = #expect(throws: PhotoError.self) {
            try serving.poster(of: files, representation: 0, at: nil, targetSize: nil, call: BackendCall())
        }
        #expect(error?.status == .corruptMedia)
    }
}
