import BackendKit
import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("A frame of a backend", .timeLimit(.minutes(15))) struct FrameTests {
    private func library(
        _ image: @escaping LibraryScript.ImageMaker
    ) async throws -> (PhotoLibrary, LibraryScript) {
        let script = try LibraryScript { $0.image = image }
        return (try await script.open(), script)
    }

    private let options = ImageOptions(targetSize: nil)

    @Test(
        "A frame of a backend arrives with its planes, strides and colours",
        arguments: [
            (PixelFormat.gray8, ColorSpace.sRGB), (.rgb8, .displayP3), (.rgba8, .icc([1, 2, 3])), (.rgb8, .icc([])),
            (.ycbcr8(.yuv420), .sRGB), (.ycbcr8(.yuv422), .displayP3), (.ycbcr8(.yuv411), .icc([9])),
        ])
    func formats(format: PixelFormat, color: ColorSpace) async throws {
        let releases = ReleaseCounter()
        let (library, _) = try await library { (_, _, _, deliver) throws(PhotoError) in
            _ = deliver(Frame(pixels: releases.buffer(format, color: color)))
        }
        do {
            let result = try await library.requestImage(for: "a", options: options).finalImage()
            let original = ReleaseCounter().buffer(format, color: color)
            #expect(result.pixels.format == format && result.pixels.size == original.size)
            #expect(result.pixels.colorSpace == color && result.isFinal && !result.isDegraded)
            #expect(result.pixels.samples == original.samples && releases.value == 0)
            #expect(result.pixels.planes.map(\.stride) == original.planes.map(\.stride))
            library.close()
            #expect(result.pixels.samples == original.samples)
        }
        #expect(releases.value == 1)
    }

    @Test("A frame of a backend is released once when it is replaced by a better one before anybody looked")
    func slowConsumer() async throws {
        let releases = ReleaseCounter()
        let (library, script) = try await library { (_, _, _, deliver) throws(PhotoError) in
            for width in 1...3 {
                _ = deliver(Frame(pixels: releases.buffer(.rgb8, width: width), isDegraded: true, isFinal: false))
            }
            _ = deliver(Frame(pixels: releases.buffer(.rgb8, width: 4)))
        }
        let request = library.requestImage(for: "a", options: options)
        await script.log.wait(for: "image a ended")
        #expect(releases.value == 3)
        var widths: [Int] = []
        for try await result in request { widths.append(result.pixels.size.width) }
        #expect(widths == [4] && releases.value == 4)
        library.close()
    }

    @Test("A frame of a backend comes as degraded first when the consumer keeps up")
    func degraded() async throws {
        let looked = Latch()
        let (library, _) = try await library { (_, _, _, deliver) throws(PhotoError) in
            let releases = ReleaseCounter()
            _ = deliver(Frame(pixels: releases.buffer(.rgb8, width: 1), isDegraded: true, isFinal: false))
            looked.pass()
            _ = deliver(Frame(pixels: releases.buffer(.rgb8, width: 2)))
        }
        var flags: [[Bool]] = []
        for try await result in library.requestImage(for: "a", options: options) {
            flags.append([result.isDegraded, result.isFinal])
            looked.open()
        }
        #expect(flags == [[true, false], [false, true]])
        library.close()
    }

    @Test("A frame of a backend is released once when the request was dropped before it came")
    func dropped() async throws {
        let (releases, gate) = (ReleaseCounter(), Latch())
        let (library, script) = try await library { (_, _, call, deliver) throws(PhotoError) in
            gate.pass()
            _ = deliver(Frame(pixels: releases.buffer(.rgb8)))
            _ = deliver(Frame(pixels: releases.buffer(.rgb8)))
        }
        var request: ImageRequest? = library.requestImage(for: "a", options: options)
        await script.log.wait(for: "image a")
        #expect(request != nil)
        request = nil
        gate.open()
        await script.log.wait(for: "image a ended")
        #expect(releases.value == 2)
        library.close()
    }

    @Test(
        "A frame of a backend that contradicts itself fails the request and is released",
        arguments: [PixelFormat.rgb8, .ycbcr8(.yuv420)])
    func impossible(format: PixelFormat) async throws {
        let releases = ReleaseCounter()
        let (library, _) = try await library { (_, _, _, deliver) throws(PhotoError) in
            let good = releases.buffer(format)
            let planes = good.planes.map { PixelBuffer.Plane(base: $0.base, stride: 1, size: $0.size) }
            let bad = PixelBuffer(size: good.size, format: format, colorSpace: .sRGB, planes: planes) { [good] in
                withExtendedLifetime(good) {}
            }
            _ = deliver(Frame(pixels: bad))
        }
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestImage(for: "a", options: options).finalImage()
        }
        #expect(error == PhotoError(.internal, "scripted-one: it delivered a frame with impossible planes"))
        #expect(releases.value == 1)
        library.close()
    }
}

extension PixelBuffer {
    /// The samples without the padding of the rows.
    fileprivate var samples: [[UInt8]] {
        planes.map { plane in
            (0..<plane.size.height).flatMap { row in
                UnsafeBufferPointer(
                    start: plane.base + row * plane.stride, count: plane.size.width * format.bytesPerPixel)
            }
        }
    }
}
