import CVideo
import Imaging
import Platform
import Testing

@testable import VideoMedia

@Suite("The libraries for videos")
struct VideoLibrariesTests {
    @Test("are installed where these tests run")
    func installed() {
        #expect(VideoLibraries.areInstalled)
        #expect(VideoCodec().formats.allSatisfy { VideoCodec().support(for: $0) == .complete })
    }

    @Test("are named with their versions, and so are the packages that have them")
    func names() {
        #expect(VideoLibraries.fileNames.count == 3)
        #expect(VideoLibraries.fileNames.allSatisfy { $0.hasPrefix("libav") && $0.contains(".so.") })
        #expect(VideoLibraries.package(of: "libavutil.so.57") == "libavutil57")
        #expect(VideoLibraries.packages.hasPrefix("libavformat"))
    }

    @Test("are missed when they are missing")
    func missing() {
        #expect(!DynamicLibrary.isInstalled("libpicker-has-none.so.1"))
        #expect(DynamicLibrary.isInstalled(VideoLibraries.fileNames[0]))
    }

    @Test("load, once and for all")
    func loading() {
        var status = video_status()
        #expect(video_libraries_load(&status) == VIDEO_OK)
        #expect(video_libraries_load(&status) == VIDEO_OK)
    }
}
