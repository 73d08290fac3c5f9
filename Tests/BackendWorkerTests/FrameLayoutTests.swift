import ABIMemory
import BackendAPI
import Foundation
import Testing

@testable import BackendWorker

@Suite("The layout of a frame in its file") struct FrameLayoutTests {
    private func frame(_ format: Int32, _ width: UInt32, _ height: UInt32, stride: UInt64) -> picker_frame {
        var frame = picker_frame()
        frame.format = UInt32(format)
        frame.width = width
        frame.height = height
        frame.stride = (stride, stride / 2, stride / 2, 0)
        return frame
    }

    @Test("The layout of a frame in its file has a plane for one, and three for YCbCr with rounded chroma")
    func planes() {
        let rgb = FrameLayout(frame(2, 10, 7, stride: 32), present: 1)
        #expect(rgb.planes.map(\.count) == [224])
        var source = frame(4, 10, 7, stride: 32)
        (source.chroma_shift_x, source.chroma_shift_y) = (1, 1)
        let ycbcr = FrameLayout(source, present: 7)
        #expect(ycbcr.planes.map(\.count) == [224, 64, 64])
        #expect(ycbcr.planes.map(\.offset) == [0, 256, 320])
        #expect(ycbcr.size == 384)
    }

    @Test("The layout of a frame in its file has the profile after the planes, when there is one")
    func profile() {
        var source = frame(1, 4, 4, stride: 4)
        source.icc_profile.length = 500
        #expect(FrameLayout(source, present: 1).profile.count == 0)
        let layout = FrameLayout(source, present: 1 | FrameLayout.hasProfile)
        #expect(layout.profile == FrameLayout.Part(offset: 64, count: 500))
    }

    @Test("The layout of a frame in its file is empty for figures that overflow, and for formats that are not known")
    func nonsense() {
        #expect(FrameLayout(frame(1, .max, .max, stride: .max), present: 1).size == 0)
        #expect(FrameLayout(frame(1, 4, 1 << 20, stride: 1 << 20), present: 1).size == 0)
        #expect(FrameLayout(frame(77, 4, 4, stride: 4), present: 1).size == 0)
        var source = frame(4, 4, 4, stride: 4)
        source.chroma_shift_y = 40
        #expect(FrameLayout(source, present: 7).size == 0)
    }

    @Test(
        "The layout of a frame in its file is taken for this process' lack, not for nonsense, when there was no descriptor free for it"
    )
    func noDescriptor() throws {
        var source = frame(1, 4, 4, stride: 4)
        source.struct_size = structSize(of: picker_frame.self)
        var writer = WireWriter()
        writer.integer(UInt32(1))
        try writer.value(&source)
        let body = Body(writer.body)
        #expect(throws: WireError.noRoom(EMFILE)) {
            var reader = body.reader
            _ = try ReceivedFrame.frame(&reader, file: .lost, within: FrameBounds())
        }
        #expect(throws: WireError.malformed) {
            var reader = body.reader
            _ = try ReceivedFrame.frame(&reader, file: nil, within: FrameBounds())
        }
        #expect(ExitReason.notStarted(EMFILE).status == PICKER_IO && ExitReason.exit(1).status == PICKER_INTERNAL)
    }

    @Test(
        "The layout of a frame in its file is empty for rows that are too short, or have more between them than may be")
    func gaps() {
        #expect(FrameLayout(frame(2, 10, 7, stride: 29), present: 1).size == 0)
        #expect(FrameLayout(frame(2, 10, 7, stride: 30 + 4097), present: 1).size == 0)
        var source = frame(2, 10, 7, stride: 30 + 4097)
        FrameLayout.closeGaps(of: &source)
        #expect(source.stride.0 == 64 && FrameLayout(source, present: 1).planes.map(\.count) == [448])
        source.stride.0 = 4126
        FrameLayout.closeGaps(of: &source)
        #expect(source.stride.0 == 4126)
        source.icc_profile.length = 1 << 24 + 1
        #expect(FrameLayout(source, present: 1 | FrameLayout.hasProfile).size == 0)
    }
}

@Suite("The bounds of a frame") struct FrameBoundsTests {
    private func frame(_ width: UInt32, _ height: UInt32, _ flags: UInt32 = PICKER_FRAME_FINAL) -> picker_frame {
        var frame = picker_frame()
        (frame.width, frame.height, frame.flags) = (width, height, flags)
        return frame
    }

    private func request(_ width: UInt32, _ height: UInt32, _ mode: UInt32) -> picker_image_request {
        var request = picker_image_request()
        (request.target_width, request.target_height, request.resize_mode) = (width, height, mode)
        return request
    }

    @Test("The bounds of a frame are the target's where the size is exact, and the administrator's limits anywhere")
    func bounds() {
        let exact = FrameBounds(request(64, 48, PICKER_RESIZE_EXACT), isExact: true)
        #expect(exact.allows(frame(64, 48), byteCount: 1) && exact.allows(frame(36, 48), byteCount: 1))
        #expect(!exact.allows(frame(65, 48), byteCount: 1) && !exact.allows(frame(64, 49), byteCount: 1))
        #expect(exact.allows(frame(160, 120, PICKER_FRAME_DEGRADED), byteCount: 1))
        for other in [
            FrameBounds(request(64, 48, PICKER_RESIZE_EXACT), isExact: false),
            FrameBounds(request(64, 48, PICKER_RESIZE_FAST), isExact: true),
            FrameBounds(request(0, 0, PICKER_RESIZE_EXACT), isExact: true),
        ] {
            #expect(other == FrameBounds() && other.allows(frame(4000, 3000), byteCount: 36_000_000))
        }
        #expect(!FrameBounds().allows(frame(.max, .max), byteCount: 1))
        #expect(!FrameBounds().allows(frame(4, 4), byteCount: 1 << 31 + 1))
        var limits = picker_limits_v1()
        (limits.max_pixels, limits.max_request_bytes) = (100, 1000)
        let limited = FrameBounds().limited(by: limits)
        #expect(limited.allows(frame(10, 10), byteCount: 1000))
        #expect(!limited.allows(frame(10, 11), byteCount: 1000) && !limited.allows(frame(10, 10), byteCount: 1001))
        #expect(!FrameBounds(posterWidth: 10, height: 10).allows(frame(11, 10), byteCount: 330))
    }
}
