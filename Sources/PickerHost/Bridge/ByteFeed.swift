internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// The bytes of one new asset as a backend asks for them.
final class ByteFeed {
    private let reader: any ByteReader
    private let control: CallControl
    private let byteSize: Int64?
    private let progress: (Int64, Int64?) -> Void
    private var given: Int64 = 0
    private var hasEnded = false
    /// Why the reader could not go on.
    private(set) var failure: PhotoError?

    /// - Parameter progress: hears how many bytes were given, of how many.
    init(
        _ reader: any ByteReader, byteSize: Int64?, control: CallControl,
        progress: @escaping (Int64, Int64?) -> Void
    ) {
        self.reader = reader
        self.byteSize = byteSize
        self.control = control
        self.progress = progress
    }

    /// The request, whose strings are in the arena; valid as long as both.
    func request(_ filename: String, to collection: String?, arena: RecordArena) -> picker_add_request {
        var request = picker_add_request()
        request.struct_size = structSize(of: picker_add_request.self)
        request.filename = arena.string(filename)
        request.collection = arena.string(collection)
        if let byteSize {
            request.flags = PICKER_ADD_HAS_SIZE
            request.byte_size = UInt64(clamping: byteSize)
        }
        request.source_context = Unmanaged.passUnretained(self).toOpaque()
        request.read = { context, buffer, capacity, length in
            guard let context, let buffer, let length else { return PICKER_INVALID_ARGUMENT }
            let feed = Unmanaged<ByteFeed>.fromOpaque(context).takeUnretainedValue()
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: capacity))
            return feed.read(into: room, &length.pointee)
        }
        return request
    }

    /// Throws when the backend did not read to the end: what it says that it added is a part of the photo.
    func checkEnd(of backend: String) throws(PhotoError) {
        // Who knows how many bytes there are need not ask for more. Fewer than were announced are a part, too.
        let isComplete = byteSize.map { given >= $0 } ?? hasEnded
        guard !isComplete else { return }
        throw PhotoError(.internal, "\(backend): it says that it added a photo, and read only \(given) bytes of it")
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, _ length: inout UInt64) -> picker_status {
        length = 0
        // What failed once does not come to a good end by being asked again.
        if let failure { return failure.status.rawValue }
        if control.isCancelled { return PICKER_CANCELLED }
        do throws(PhotoError) {
            let count = try reader.read(into: buffer)
            if count == 0, !buffer.isEmpty { hasEnded = true }
            length = UInt64(count)
            given += Int64(count)
            progress(given, byteSize)
            return PICKER_OK
        } catch {
            failure = error
            return error.status.rawValue
        }
    }
}
