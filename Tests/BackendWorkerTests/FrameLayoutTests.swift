import ABIMemory
import BackendAPI
import CHostSupport
import Foundation
import Testing

@testable import BackendWorker

@Suite("Where a frame lies in its file") struct FrameLayoutTests {
    private func frame(_ format: Int32, _ width: UInt32, _ height: UInt32, stride: UInt64) -> picker_frame {
        var frame = picker_frame()
        frame.format = UInt32(format)
        frame.width = width
        frame.height = height
        frame.stride = (stride, stride / 2, stride / 2, 0)
        return frame
    }

    @Test("has a plane for one, and three for YCbCr with rounded chroma")
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

    @Test("has the profile behind the planes, when there is one")
    func profile() {
        var source = frame(1, 4, 4, stride: 4)
        source.icc_profile.length = 500
        #expect(FrameLayout(source, present: 1).profile.count == 0)
        let layout = FrameLayout(source, present: 1 | FrameLayout.hasProfile)
        #expect(layout.profile == FrameLayout.Part(offset: 64, count: 500))
    }

    @Test("is empty for figures that overflow, and for formats that are not known")
    func nonsense() {
        #expect(FrameLayout(frame(1, .max, .max, stride: .max), present: 1).size == 0)
        #expect(FrameLayout(frame(1, 4, 1 << 20, stride: 1 << 20), present: 1).size == 0)
        #expect(FrameLayout(frame(77, 4, 4, stride: 4), present: 1).size == 0)
        var source = frame(4, 4, 4, stride: 4)
        source.chroma_shift_y = 40
        #expect(FrameLayout(source, present: 7).size == 0)
    }

    @Test("is taken for this process' lack, not for nonsense, when there was no descriptor free for it")
    func noDescriptor() throws {
        var source = frame(1, 4, 4, stride: 4)
        source.struct_size = structSize(of: picker_frame.self)
        var writer = WireWriter()
        writer.integer(UInt32(1))
        try writer.value(&source)
        let body = Body(writer.body)
        #expect(throws: WireError.noRoom(EMFILE)) {
            var reader = body.reader
            _ = try ReceivedFrame.frame(&reader, file: PassedDescriptor(PICKER_HOST_DESCRIPTOR_LOST))
        }
        #expect(throws: WireError.malformed) {
            var reader = body.reader
            _ = try ReceivedFrame.frame(&reader, file: nil)
        }
        #expect(WorkerEnd.notStarted(EMFILE).status == PICKER_IO && WorkerEnd.exit(1).status == PICKER_INTERNAL)
    }
}
