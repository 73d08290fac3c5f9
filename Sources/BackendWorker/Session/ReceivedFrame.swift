internal import BackendAPI
internal import Platform

/// The memory of a frame that came from a worker; lives until the frame is released, whatever becomes of the worker.
final class ReceivedFrame {
    private enum Memory {
        case mapped(MappedFile)
        case copied(CopiedMemory)
    }

    private let memory: Memory

    private init(copied: CopiedMemory) { memory = .copied(copied) }

    private init(file: PassedDescriptor, _ layout: FrameLayout) throws(WireError) {
        guard let descriptor = file.descriptor else { throw .noRoom(SystemError.noDescriptors.code) }
        // Sealed, or the worker could cut it under the eyes of the host. All there, or mapping it would make the pages
        // that the worker did not: the host's memory, for a frame that costs the worker nothing.
        guard let sealed = descriptor.sealedMemory, sealed.byteSize == Int64(layout.size),
            sealed.allocatedBytes >= Int64(layout.leastWritten)
        else { throw .malformed }
        do throws(SystemError) {
            memory = .mapped(try MappedFile(descriptor, byteCount: layout.size))
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
            frame.placeNowhere()
        }
        return frame
    }

    /// The frame of a message that the worker still has; copied, when it returns. Who takes it releases it.
    ///
    /// - Parameter copy: copies bytes from an address in the worker, and answers whether they were there.
    /// - Returns: nil when it could not be copied: the worker may send it otherwise.
    static func held(
        _ reader: inout WireReader, within bounds: FrameBounds,
        copy: (UnsafeMutableRawBufferPointer, UInt64) -> Bool
    ) throws(WireError) -> picker_frame? {
        let present: UInt32 = try reader.integer()
        var frame = try reader.value(picker_frame.self)
        frame.struct_size = UInt32(MemoryLayout<picker_frame>.size)
        let layout = FrameLayout(frame, present: present)
        let addresses = try HeldFrame.read(&reader, planes: layout.planes.count)
        guard HeldFrame.sizes.contains(layout.size) else { throw .malformed }
        guard bounds.allows(frame, byteCount: layout.size) else {
            frame.placeNowhere()
            return frame
        }
        guard let memory = CopiedMemory(byteCount: layout.size) else { return nil }
        for (part, address) in zip(HeldFrame.parts(of: frame, layout), addresses) where part.count > 0 {
            guard copy(memory.room(part.offset, part.count), address) else { return nil }
        }
        memory.clear(except: HeldFrame.parts(of: frame, layout))
        frame.place(in: ReceivedFrame(copied: memory), layout, present)
        return frame
    }

    fileprivate func start(of part: FrameLayout.Part) -> UnsafePointer<UInt8>? {
        let start: UnsafeRawPointer? =
            switch memory {
            case .mapped(let file): file.bytes.baseAddress
            case .copied(let copied): UnsafeRawPointer(copied.start)
            }
        return start.map { UnsafePointer(($0 + part.offset).assumingMemoryBound(to: UInt8.self)) }
    }
}

/// Memory for the bytes of a frame.
private final class CopiedMemory {
    let start: UnsafeMutableRawPointer
    private let byteCount: Int

    /// Nil when there is none left.
    init?(byteCount: Int) {
        guard let start = alignedMemory(byteCount: byteCount, alignment: 64) else { return nil }
        self.start = start
        self.byteCount = byteCount
    }

    deinit { freeAlignedMemory(start) }

    func room(_ offset: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start + offset, count: count)
    }

    /// No byte of the host's memory that was another's before is in a frame.
    ///
    /// - Parameter parts: what was written, in the order of their offsets.
    func clear(except parts: [FrameLayout.Part]) {
        var end = 0
        for part in parts + [FrameLayout.Part(offset: byteCount, count: 0)] where part.offset >= end {
            room(end, part.offset - end).initializeMemory(as: UInt8.self, repeating: 0)
            end = part.offset + part.count
        }
    }
}

extension picker_frame {
    fileprivate mutating func placeNowhere() {
        icc_profile.length = 0
        release = { _ in }
    }

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
