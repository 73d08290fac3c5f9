internal import BackendAPI
internal import Platform

/// The memory of a frame that came from a worker; lives until the frame is released, whatever becomes of the worker.
final class ReceivedFrame {
    private let memory: MappedFile

    private init(file: PassedDescriptor, _ layout: FrameLayout) throws(WireError) {
        guard let descriptor = file.descriptor else { throw .noRoom(SystemError.noDescriptors.code) }
        // Sealed, or the worker could cut it under the eyes of the host. All there, or mapping it would make the pages
        // that the worker did not: the host's memory, for a frame that costs the worker nothing.
        guard let sealed = descriptor.sealedMemory, sealed.byteSize == Int64(layout.size),
            sealed.allocatedBytes >= Int64(layout.leastWritten)
        else { throw .malformed }
        do throws(SystemError) {
            memory = try MappedFile(descriptor, byteCount: layout.size)
        } catch {
            throw .noRoom(error.code)
        }
    }

    /// Whether the frame of a message is the last one.
    static func isFinal(_ reader: WireReader) throws(WireError) -> Bool {
        var reader = reader
        _ = try reader.integer(UInt32.self)
        return try reader.value(picker_frame.self).flags & UInt32(PICKER_FRAME_FINAL) != 0
    }

    /// The frame of a message. Who takes it releases it.
    ///
    /// One with figures that cannot be, or with more than was asked for, has no planes, which the host refuses in the
    /// same words as that of a plugin in its own process.
    ///
    /// - Throws: `.noRoom` for what is this process' fault.
    static func frame(
        _ reader: inout WireReader, file: PassedDescriptor?, within bounds: FrameBounds
    ) throws(WireError) -> picker_frame {
        let present: UInt32 = try reader.integer()
        var frame = try reader.value(picker_frame.self)
        frame.struct_size = UInt32(MemoryLayout<picker_frame>.size)
        let layout = FrameLayout(frame, present: present)
        if layout.size > 0, bounds.allows(frame, byteCount: layout.size) {
            guard let file else { throw .malformed }
            frame.place(in: try ReceivedFrame(file: file, layout), layout, present)
        } else {
            frame.icc_profile.length = 0
            frame.release = { _ in }
        }
        return frame
    }

    fileprivate func start(of part: FrameLayout.Part) -> UnsafePointer<UInt8>? {
        memory.bytes.baseAddress.map { UnsafePointer(($0 + part.offset).assumingMemoryBound(to: UInt8.self)) }
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
