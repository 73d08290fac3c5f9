internal import ABIMemory
internal import BackendAPI
internal import CHostSupport
internal import SystemThreads

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension ServedCall {
    var frameSink: picker_frame_sink {
        picker_frame_sink(
            struct_size: structSize(of: picker_frame_sink.self), reserved: 0, context: context,
            emit: { ServedCall.from($0)?.emit($1) ?? PICKER_STOP })
    }

    /// Copies the frame into a file in memory and gives it back to the plugin at once.
    private func emit(_ source: UnsafePointer<picker_frame>?) -> picker_flow {
        guard let source else { return PICKER_STOP }
        let frame = boundedCopy(of: source, into: picker_frame())
        defer { frame.release?(frame.release_context) }
        guard let passed = PassedFrame(frame) else { return PICKER_STOP }
        return talk.withLock { talk in
            var reply = ask(.frame, passed.body, descriptor: passed.file?.number ?? -1, &talk)
            return (try? reply?.integer(picker_flow.self)) ?? PICKER_STOP
        }
    }
}

/// A frame on its way to the host.
private struct PassedFrame {
    private(set) var body: [UInt8] = []
    /// Nil when there is nothing in it.
    private(set) var file: PassedDescriptor?

    /// Nil when the system has no memory for it.
    init?(_ source: picker_frame) {
        var frame = source
        let planes = [frame.plane.0, frame.plane.1, frame.plane.2, frame.plane.3]
        var present: UInt32 = frame.icc_profile.data == nil ? 0 : FrameLayout.hasProfile
        for (index, plane) in planes.enumerated() where plane != nil { present |= 1 << UInt32(index) }
        let layout = FrameLayout(frame, present: present)
        var writer = WireWriter()
        writer.integer(present)
        guard (try? writer.value(&frame)) != nil else { return nil }
        body = writer.body
        guard layout.size > 0 else { return }
        guard let file = Self.file(layout, source, planes) else { return nil }
        self.file = file
    }

    private static func file(
        _ layout: FrameLayout, _ frame: picker_frame, _ planes: [UnsafePointer<UInt8>?]
    ) -> PassedDescriptor? {
        let number = picker_host_memory_file()
        guard number >= 0 else { return nil }
        let file = PassedDescriptor(number)
        guard ftruncate(number, layout.size) == 0 else { return nil }
        let rows = FrameLayout.rows(of: frame)
        for (index, part) in layout.planes.enumerated() where part.count > 0 {
            guard let plane = planes[index] else { continue }
            // The last row may end with its samples.
            let stride = part.count / Int(rows[index])
            let last = min(Int(FrameLayout.samples(of: frame, plane: index)), stride)
            guard write(plane, part.count - stride + last, to: number, at: part.offset) else { return nil }
        }
        if let profile = frame.icc_profile.data {
            guard write(profile, layout.profile.count, to: number, at: layout.profile.offset) else { return nil }
        }
        return picker_host_seal(number) == 0 ? file : nil
    }

    private static func write(_ start: UnsafePointer<UInt8>, _ count: Int, to file: Int32, at offset: Int) -> Bool {
        var done = 0
        while done < count {
            let number = pwrite(file, start + done, count - done, offset + done)
            if number < 0, errno == EINTR { continue }
            guard number > 0 else { return false }
            done += number
        }
        return true
    }
}
