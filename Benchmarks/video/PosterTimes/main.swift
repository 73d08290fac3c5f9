// How long the poster of a video takes, from its bytes to a JPEG: picker-poster-times VIDEO SIDE ROUNDS
//
// Prints two numbers in milliseconds: the first time, which loads the libraries, and the median of those after it. One
// at a time, on one thread. Exit status: 64 for wrong arguments.

internal import Glibc
internal import Imaging
internal import PhotoModel
internal import SystemPackage
internal import VideoMedia

func poster(_ path: String, side: Int) throws(ImagingError) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
    let image = try ImageDecoder(codecs: .builtIn + [VideoCodec()]).render(
        try ImageSource(path: FilePath(path)), request)
    _ = try JPEGEncoder(quality: 80).encode(image)
    return (clock.now - start) / .milliseconds(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let side = Int(arguments[2]), let rounds = Int(arguments[3]), rounds > 0 else { exit(64) }
do throws(ImagingError) {
    let first = try poster(arguments[1], side: side)
    var times: [Double] = []
    for _ in 0..<rounds { times.append(try poster(arguments[1], side: side)) }
    print(first, times.sorted()[rounds / 2])
} catch {
    fatalError("\(arguments[1]): \(error)")
}
