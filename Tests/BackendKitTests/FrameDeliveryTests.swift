import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Testing

@Suite("Frames of a Swift backend") struct FrameDeliveryTests {
    private func request(
        _ root: String, from keeper: FrameKeeper, _ make: @escaping StubLibrary.ImageMaker
    ) throws -> (picker_status, String) {
        _ = StubLibrary(root: root, makeImage: make)
        let library = try DrivenLibrary(root)
        var request = picker_image_request()
        request.struct_size = structSize(of: picker_image_request.self)
        request.local_identifier = library.arena.string("a")
        var sink = keeper.sink
        let status = library.table.request_image(library.table.context, &request, &sink, nil, library.error.pointer)
        return (status, library.error.text)
    }

    @Test(
        "Frames of a Swift backend are flagged degraded and final as the backend says, and outlive their library (R13.6)"
    )
    func flags() throws {
        let keeper = FrameKeeper()
        let releases = ReleaseCounter()
        let (status, _) = try request(#function, from: keeper) { (_, _, deliver) throws(PhotoError) in
            _ = deliver(Frame(pixels: countedBuffer(.gray8, releases: releases), isDegraded: true, isFinal: false))
            _ = deliver(Frame(pixels: countedBuffer(.gray8, releases: releases)))
        }
        #expect(status == PICKER_OK && keeper.frames.map(\.flags) == [PICKER_FRAME_DEGRADED, PICKER_FRAME_FINAL])
        #expect(releases.value == 0 && keeper.frames[1].plane.0?.pointee == 9)
        keeper.releaseAll()
        #expect(releases.value == 2)
    }

    @Test("Frames of a Swift backend are flagged incomplete when the backend says so (R14.10)")
    func incomplete() throws {
        let keeper = FrameKeeper()
        let releases = ReleaseCounter()
        let (status, _) = try request(#function, from: keeper) { (_, _, deliver) throws(PhotoError) in
            _ = deliver(Frame(pixels: countedBuffer(.gray8, releases: releases), isIncomplete: true))
        }
        #expect(status == PICKER_OK)
        #expect(keeper.frames.map(\.flags) == [PICKER_FRAME_FINAL | PICKER_FRAME_INCOMPLETE])
        keeper.releaseAll()
    }

    @Test("Frames of a Swift backend are dropped and released by the kit after the final one (R14.2)")
    func afterFinal() throws {
        let keeper = FrameKeeper()
        let releases = ReleaseCounter()
        let (status, _) = try request(#function, from: keeper) { (_, _, deliver) throws(PhotoError) in
            for _ in 0..<3 { _ = deliver(Frame(pixels: countedBuffer(.rgb8, releases: releases))) }
        }
        #expect(status == PICKER_OK && keeper.frames.count == 1 && releases.value == 2)
        keeper.releaseAll()
        #expect(releases.value == 3)
    }

    @Test("Frames of a Swift backend end when the host says stop, which is no error (R9.3)")
    func stopped() throws {
        let keeper = FrameKeeper(answer: PICKER_STOP)
        let releases = ReleaseCounter()
        let (status, _) = try request(#function, from: keeper) { (_, _, deliver) throws(PhotoError) in
            let frame = { Frame(pixels: countedBuffer(.rgb8, releases: releases), isDegraded: true, isFinal: false) }
            guard deliver(frame()) == .stop, deliver(frame()) == .stop else { throw .notFound("not stopped") }
        }
        #expect(status == PICKER_OK && keeper.frames.count == 1)
        keeper.releaseAll()
        #expect(releases.value == 2)
    }

    @Test("Frames of a Swift backend must include a final one, or the backend is at fault")
    func noFinal() throws {
        let (status, message) = try request(#function, from: FrameKeeper()) { (_, _, _) throws(PhotoError) in }
        #expect(status == PICKER_INTERNAL && message == "the backend returned without a final frame")
    }

    @Test(
        "Frames of a Swift backend carry their planes, strides and chroma subsampling",
        arguments: [
            (PixelFormat.gray8, PICKER_FORMAT_GRAY8, 0, 0), (.rgb8, PICKER_FORMAT_RGB8, 0, 0),
            (.rgba8, PICKER_FORMAT_RGBA8, 0, 0), (.ycbcr8(.yuv420), PICKER_FORMAT_YCBCR8, 1, 1),
            (.ycbcr8(.yuv411), PICKER_FORMAT_YCBCR8, 2, 0), (.ycbcr8(.yuv440), PICKER_FORMAT_YCBCR8, 0, 1),
        ])
    func formats(format: PixelFormat, expected: UInt32, shiftX: UInt32, shiftY: UInt32) throws {
        let keeper = FrameKeeper()
        let releases = ReleaseCounter()
        _ = try request("\(#function) \(format)", from: keeper) { (_, _, deliver) throws(PhotoError) in
            _ = deliver(Frame(pixels: countedBuffer(format, color: .displayP3, releases: releases)))
        }
        let frame = try #require(keeper.frames.first)
        #expect((frame.width, frame.height, frame.format) == (6, 4, expected))
        #expect((frame.chroma_shift_x, frame.chroma_shift_y) == (shiftX, shiftY))
        #expect(frame.color_space == PICKER_COLOR_DISPLAY_P3 && frame.icc_profile.data == nil)
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2, frame.stride.3]
        #expect(strides == (format.planeCount == 3 ? [64, 65, 66, 0] : [64, 0, 0, 0]))
        #expect((frame.plane.2 == nil) == (format.planeCount == 1))
        keeper.releaseAll()
    }

    @Test("Frames of a Swift backend keep their ICC profile until they are released")
    func icc() throws {
        let keeper = FrameKeeper()
        let releases = ReleaseCounter()
        let profile = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        _ = try request(#function, from: keeper) { (_, _, deliver) throws(PhotoError) in
            let own = profile.map { $0 ^ 0xFF }
            _ = deliver(Frame(pixels: countedBuffer(.rgb8, color: .icc(own), releases: releases)))
        }
        let frame = try #require(keeper.frames.first)
        #expect(frame.color_space == PICKER_COLOR_ICC && frame.icc_profile.array == profile.map { $0 ^ 0xFF })
        keeper.releaseAll()
        #expect(releases.value == 1)
    }
}
