// How long all tiles of a HEIF take: picker-heif-times FILE ROUNDS
//
// Prints two numbers, medians in milliseconds: decoded on one thread and on two, in turns, to 1024 pixels. After one
// round that is not counted. Exit status: 64 for wrong arguments.

internal import Glibc
internal import HEIFImaging
internal import Imaging
internal import PhotoModel
internal import SystemPackage

func milliseconds(_ source: ImageSource, threads: Int) throws -> Double {
    let clock = ContinuousClock()
    let request = RenderRequest(targetSize: PixelSize(width: 1024, height: 1024))
    let codec = HEIFCodec(threads: DecodingThreads(limit: threads))
    let start = clock.now
    _ = try codec.render(try ImageFile(source), request, limits: .standard, cancellation: .never)
    return (clock.now - start) / .milliseconds(1)
}

func median(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.sorted()[values.count / 2] }

let arguments = CommandLine.arguments
guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0 else { exit(64) }
let source = try ImageSource(path: FilePath(arguments[1]))
var times: [[Double]] = [[], []]
for round in 0...rounds {
    for threads in 1...2 {
        let time = try milliseconds(source, threads: threads)
        if round > 0 { times[threads - 1].append(time) }
    }
}
print(median(times[0]), median(times[1]))
