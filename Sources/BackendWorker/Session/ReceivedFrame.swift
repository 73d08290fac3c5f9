internal import BackendAPI
internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The memory of a frame that came from a worker; lives until the frame is released, whatever becomes of the worker.
final class ReceivedFrame {
    private let memory: UnsafeMutableRawBufferPointer

    private init(file: PassedDescriptor, size: Int) throws(WireError) {
        guard file.number >= 0 else { throw .noRoom(EMFILE) }
        // Sealed, or the worker could cut it under the eyes of the host.
        guard picker_host_sealed_size(file.number) >= Int64(size) else { throw .malformed }
        let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.number, 0)
        guard let start, start != MAP_FAILED else { throw .noRoom(errno) }
        memory = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// The frame of a message. Who takes it releases it.
    ///
    /// - Throws: `.noRoom` for what is this process' fault.
    static func frame(_ reader: inout WireReader, file: PassedDescriptor?) throws(WireError) -> picker_frame {
        let present: UInt32 = try reader.integer()
        var frame = try reader.value(picker_frame.self)
        frame.struct_size = UInt32(MemoryLayout<picker_frame>.size)
        let layout = FrameLayout(frame, present: present)
        if layout.size > 0 {
            guard let file else { throw .malformed }
            frame.place(in: try ReceivedFrame(file: file, size: layout.size), layout, present)
        } else {
            frame.icc_profile.length = 0
            frame.release = { _ in }
        }
        return frame
    }

    fileprivate func start(of part: FrameLayout.Part) -> UnsafePointer<UInt8>? {
        memory.baseAddress.map { UnsafePointer(($0 + part.offset).assumingMemoryBound(to: UInt8.self)) }
    }
}

extension picker_frame {
    fileprivate mutating func place(in memory: ReceivedFrame, _ layout: FrameLayout, _ present: UInt32) {
        let planes = layout.planes.enumerated().map { index, part in
            present & 1 << UInt32(index) == 0 ? nil : memory.start(of: part)
        }
        if planes.count > 0 { plane.0 = planes[0] }
        if planes.count > 1 { plane.1 = planes[1] }
        if planes.count > 2 { plane.2 = planes[2] }
        if present & FrameLayout.hasProfile != 0 {
            icc_profile.data = memory.start(of: layout.profile)
        } else {
            icc_profile.length = 0
        }
        release_context = Unmanaged.passRetained(memory).toOpaque()
        release = { context in
            guard let context else { return }
            Unmanaged<ReceivedFrame>.fromOpaque(context).release()
        }
    }
}
