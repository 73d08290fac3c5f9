internal import BackendAPI
internal import Platform

/// The memory of a frame that came from a worker. It lives until the frame is released, even if the worker has ended.
final class ReceivedFrame {
    private enum Memory {
        case mapped(MappedFile)
        case copied(CopiedMemory)
    }

    private let memory: Memory

    private init(copied: CopiedMemory) { memory = .copied(copied) }

    private init(file: PassedDescriptor, _ layout: FrameLayout) throws(WireError) {
        guard let descriptor = file.descriptor else { throw .noRoom(SystemError.noDescriptors.code) }
        // It must be sealed, or the worker could shorten it while the host reads it. Its pages must be allocated, or
        // mapping it would allocate them at the host's expense, for a frame that cost the worker nothing.
        guard let sealed = descriptor.sealedMemory, sealed.byteSize == Int64(layout.size),
            sealed.allocatedBytes >= Int64(layout.leastWritten)
        else { throw .malformed }
        do throws(SystemError) {
            memory = .mapped(try MappedFile(descriptor, byteCount: layout.size))
        } catch {
            throw .noRoom(error.code)
        }
    }

    /// Whether the frame in a message is the final one.
    static func isFinal(_ reader: WireReader) throws(WireError) -> Bool {
        var reader = reader
        _ = try reader.integer(UInt32.self)
        return try reader.value(picker_frame.self).flags & UInt32(PICKER_FRAME_FINAL) != 0
    }

    /// The frame in a message; the caller must release it.
    ///
    /// A frame with impossible fields, or one that is larger than was asked for, gets no planes. The host refuses that
    /// in the same words as a frame of a plugin in its own process.
    ///
    /// - Throws: `.noRoom` if this process lacks memory or descriptors.
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

    /// The frame in a message whose memory is in the worker, copied into memory of this process; the caller must
    /// release it.
    ///
    /// - Parameter copy: copies bytes from an address in the worker, and returns whether all were there.
    /// - Returns: nil if it could not be copied; the worker may send it in another way.
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

/// The memory of a copied frame.
private final class CopiedMemory {
    let start: UnsafeMutableRawPointer
    private let byteCount: Int

    /// Nil if memory ran out.
    init?(byteCount: Int) {
        guard let start = alignedMemory(byteCount: byteCount, alignment: 64) else { return nil }
        self.start = start
        self.byteCount = byteCount
    }

    deinit { freeAlignedMemory(start) }

    func room(_ offset: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start + offset, count: count)
    }

    /// Clears the bytes that were not written, so that no other data of the host gets into a frame.
    ///
    /// - Parameter parts: the written parts, in the order of their offsets.
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
