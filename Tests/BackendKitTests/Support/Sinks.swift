import ABIMemory
import BackendAPI
import PhotoModel
import Platform

/// Counts records and answers "stop" after some.
final class CountingSink {
    private(set) var count = 0
    private let limit: Int
    private(set) var collection = picker_collection()

    init(limit: Int = .max) { self.limit = limit }

    private func take() -> picker_flow {
        count += 1
        return count >= limit ? PICKER_STOP : PICKER_CONTINUE
    }

    private static func owner(_ context: UnsafeMutableRawPointer?) -> CountingSink {
        Unmanaged<CountingSink>.fromOpaque(context!).takeUnretainedValue()  // Set below.
    }

    var collections: picker_collection_sink {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return picker_collection_sink(
            struct_size: structSize(of: picker_collection_sink.self), reserved: 0, context: context
        ) { context, record in
            CountingSink.owner(context).collection = record!.pointee  // R9.2: never NULL.
            return CountingSink.owner(context).take()
        }
    }

    var assets: picker_asset_sink {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return picker_asset_sink(
            struct_size: structSize(of: picker_asset_sink.self), reserved: 0, context: context
        ) { context, _ in CountingSink.owner(context).take() }
    }

    var details: picker_details_sink {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return picker_details_sink(
            struct_size: structSize(of: picker_details_sink.self), reserved: 0, context: context
        ) { context, _ in CountingSink.owner(context).take() }
    }
}

/// Keeps copies of changes, and answers "stop" after some.
final class HeardChanges {
    private(set) var changes: [LibraryChange] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var sink: picker_change_sink {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return picker_change_sink(
            struct_size: structSize(of: picker_change_sink.self), reserved: 0, context: context
        ) { context, change in
            let heard = Unmanaged<HeardChanges>.fromOpaque(context!).takeUnretainedValue()  // Set above.
            heard.take(change!.pointee)  // R9.2: never NULL.
            return heard.changes.count >= heard.limit ? PICKER_STOP : PICKER_CONTINUE
        }
    }

    private func take(_ record: picker_change) {
        let identifiers = (0..<Int(record.identifier_count)).compactMap { try? record.identifiers[$0].text() }
        let kind = LibraryChange.Kind(rawValue: record.kind) ?? .reload
        let subject = LibraryChange.Subject(rawValue: record.subject) ?? .assets
        var change = LibraryChange(kind, of: subject, identifiers, token: record.token.array)
        change.concernsMembers = record.flags & PICKER_CHANGE_MEMBERS != 0
        changes.append(change)
    }
}

/// Keeps the frames that it is given until `releaseAll`.
final class FrameKeeper {
    private(set) var frames: [picker_frame] = []
    private let answer: picker_flow

    init(answer: picker_flow = PICKER_CONTINUE) { self.answer = answer }

    var sink: picker_frame_sink {
        let context = Unmanaged.passUnretained(self).toOpaque()
        return picker_frame_sink(
            struct_size: structSize(of: picker_frame_sink.self), reserved: 0, context: context
        ) { context, frame in
            let keeper = Unmanaged<FrameKeeper>.fromOpaque(context!).takeUnretainedValue()  // Set above.
            keeper.frames.append(frame!.pointee)  // R9.2: never NULL.
            return keeper.answer
        }
    }

    func releaseAll() {
        for frame in frames { frame.release(frame.release_context) }
        frames = []
    }
}

/// A buffer over memory of the test, which counts how often it is released.
func countedBuffer(
    _ format: PixelFormat, width: Int = 6, height: Int = 4, color: ColorSpace = .sRGB, releases: ReleaseCounter
) -> PixelBuffer {
    let size = PixelSize(width: width, height: height)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    memory.initialize(repeating: 9, count: 4096)
    let planes = (0..<format.planeCount).map { index in
        PixelBuffer.Plane(base: memory + index * 1024, stride: 64 + index, size: format.planeSize(index, of: size))
    }
    let address = UInt(bitPattern: memory)
    return PixelBuffer(size: size, format: format, colorSpace: color, planes: planes) {
        UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate()
        releases.add()
    }
}

final class ReleaseCounter: Sendable {
    private let atomic = Atomic(0)
    func add() { atomic.add(1, ordering: .sequentiallyConsistent) }
    var value: Int { atomic.load(ordering: .sequentiallyConsistent) }
}
