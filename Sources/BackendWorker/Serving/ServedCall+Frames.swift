internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel
internal import Platform

extension ServedCall {
    /// Passes a frame to the host, decoded if it is an image file, and releases it.
    func emit(_ source: UnsafePointer<picker_frame>?) -> picker_flow {
        guard let source else { return PICKER_STOP }
        let frame = boundedCopy(of: source, into: picker_frame())
        defer { frame.release?(frame.release_context) }
        do throws(LinkRefusal) {
            try checkLinks(from: frame.next)
        } catch {
            talk.withLock { $0.refusal = error }
            return PICKER_STOP
        }
        guard frame.format == PICKER_FORMAT_IMAGE_FILE, let decoding else { return pass(frame) }
        do throws(PhotoError) {
            let image = try decoding.image(of: frame, cancellation: cancellation)
            // A plugin that passes a file on does not check whether it is complete.
            let damage = image.diagnostics.isIncomplete ? PICKER_FRAME_INCOMPLETE : 0
            return image.buffer.withFrame(flags: frame.flags | damage) { decoded in
                defer { decoded.pointee.release(decoded.pointee.release_context) }
                return pass(decoded.pointee)
            }
        } catch {
            talk.withLock { $0.failure = error }
            return PICKER_STOP
        }
    }

    private func pass(_ frame: picker_frame) -> picker_flow {
        if let flow = passHeld(frame) { return flow }
        let passed: PassedFrame
        do throws(SystemError) {
            passed = try PassedFrame(frame)
        } catch {
            // Without descriptors, this worker can pass neither frames nor channels. The host starts another one.
            if error == .noDescriptors || error == .noSystemDescriptors { CurrentProcess.exitAtOnce(71) }
            talk.withLock { $0.failure = PhotoError(.outOfMemory, "no memory for a frame: \(error)") }
            return PICKER_STOP
        }
        if frame.flags & UInt32(PICKER_FRAME_FINAL) != 0 { return finish(passed.body, passing: passed.file) }
        return talk.withLock { talk in
            var reply = ask(.frame, passed.body, passing: passed.file, &talk)
            return (try? reply?.integer(picker_flow.self)) ?? PICKER_STOP
        }
    }
}

extension ServedCall {
    /// Whether the host can copy memory of this process. The first frame shows whether the system allows it.
    private static let isReadable = Atomic(true)

    /// Lets the host copy a frame from the plugin's memory; nil if the frame must be passed in another way.
    private func passHeld(_ source: picker_frame) -> picker_flow? {
        guard Self.isReadable.load(ordering: .relaxed), let body = Self.heldBody(source) else { return nil }
        return talk.withLock { talk in
            guard var reply = ask(.heldFrame, body, &talk), let isTaken = try? reply.integer(UInt8.self) else {
                return PICKER_STOP
            }
            guard isTaken != 0 else {
                Self.isReadable.store(false, ordering: .relaxed)
                return nil
            }
            return (try? reply.integer(picker_flow.self)) ?? PICKER_STOP
        }
    }

    /// The body of the message; nil if the frame is too small or too large for this, or has more padding between its
    /// rows than a host accepts.
    private static func heldBody(_ source: picker_frame) -> [UInt8]? {
        var frame = source
        FrameLayout.closeGaps(of: &frame)
        guard frame.stride.0 == source.stride.0, frame.stride.1 == source.stride.1, frame.stride.2 == source.stride.2
        else { return nil }
        let present = PassedFrame.present(source)
        let layout = FrameLayout(frame, present: present)
        guard HeldFrame.sizes.contains(layout.size) else { return nil }
        var writer = WireWriter()
        writer.integer(present)
        guard (try? writer.value(&frame)) != nil else { return nil }
        let planes = [source.plane.0, source.plane.1, source.plane.2].prefix(layout.planes.count)
        for start in planes + [source.icc_profile.data] { writer.integer(UInt64(UInt(bitPattern: start))) }
        return writer.body
    }
}

/// A frame on its way to the host.
private struct PassedFrame {
    private(set) var body: [UInt8] = []
    /// Nil if it would be empty.
    private(set) var file: PassedDescriptor?

    /// - Throws: if the system has no memory or no descriptor for it.
    init(_ source: picker_frame) throws(SystemError) {
        var frame = source
        FrameLayout.closeGaps(of: &frame)
        let planes = [frame.plane.0, frame.plane.1, frame.plane.2, frame.plane.3]
        let present = Self.present(source)
        let layout = FrameLayout(frame, present: present)
        var writer = WireWriter()
        writer.integer(present)
        do throws(WireError) { try writer.value(&frame) } catch { throw .outOfMemory }
        body = writer.body
        if layout.size > 0 { file = try Self.file(layout, source, planes) }
    }

    /// Which planes, and whether a profile, are not NULL, as `FrameLayout` expects it.
    static func present(_ frame: picker_frame) -> UInt32 {
        var present: UInt32 = frame.icc_profile.data == nil ? 0 : FrameLayout.hasProfile
        for (index, plane) in [frame.plane.0, frame.plane.1, frame.plane.2, frame.plane.3].enumerated()
        where plane != nil {
            present |= 1 << UInt32(index)
        }
        return present
    }

    private static func file(
        _ layout: FrameLayout, _ frame: picker_frame, _ planes: [UnsafePointer<UInt8>?]
    ) throws(SystemError) -> PassedDescriptor {
        let file = try MemoryFile.make(byteCount: layout.size)
        let descriptor = file.borrowed
        let rows = FrameLayout.rows(of: frame)
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2]
        for (index, part) in layout.planes.enumerated() where part.count > 0 {
            guard let plane = planes[index] else { continue }
            let stride = part.count / Int(rows[index])
            let samples = Int(FrameLayout.samples(of: frame, plane: index))
            guard strides[index] == UInt64(stride) else {
                try write(plane, stride: Int(strides[index]), samples, rows: Int(rows[index]), to: descriptor, part)
                continue
            }
            // The padding after the last row may be missing.
            try write(plane, part.count - stride + samples, to: descriptor, at: part.offset)
        }
        if let profile = frame.icc_profile.data {
            try write(profile, layout.profile.count, to: descriptor, at: layout.profile.offset)
        }
        try descriptor.seal()
        return PassedDescriptor(file)
    }

    private static func write(
        _ start: UnsafePointer<UInt8>, _ count: Int, to file: Descriptor, at offset: Int
    ) throws(SystemError) {
        try file.write(UnsafeRawBufferPointer(start: start, count: count), at: Int64(offset))
    }

    /// Writes a plane without the padding between its rows, several rows at a time.
    private static func write(
        _ start: UnsafePointer<UInt8>, stride: Int, _ samples: Int, rows: Int, to file: Descriptor,
        _ part: FrameLayout.Part
    ) throws(SystemError) {
        let packed = part.count / rows
        let batch = max(1, (1 << 20) / packed)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: packed * batch)
        room.initialize(repeating: 0, count: packed * batch)
        defer { room.deallocate() }
        for first in Swift.stride(from: 0, to: rows, by: batch) {
            let count = min(batch, rows - first)
            for row in 0..<count { (room + row * packed).update(from: start + (first + row) * stride, count: samples) }
            try write(room, count * packed, to: file, at: part.offset + first * packed)
        }
    }
}
