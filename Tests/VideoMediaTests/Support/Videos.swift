import Imaging
import PhotoFixtures
import PhotoModel
import VideoMedia

extension ImageDecoder {
    /// One that reads videos.
    static let withVideo = ImageDecoder(codecs: .builtIn + [VideoCodec()])
}

extension ImageSource {
    init(_ video: SampleVideo) { self.init(bytes: video.mp4()) }
}
