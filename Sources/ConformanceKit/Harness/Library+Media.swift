internal import BackendAPI

/// An image request in the making.
struct ImageRequest {
    var width = 0
    var height = 0
    var content: UInt32 = PICKER_ASPECT_FIT
    var delivery: UInt32 = PICKER_DELIVERY_HIGH_QUALITY
    var resize: UInt32 = PICKER_RESIZE_FAST
    var version: UInt32 = PICKER_VERSION_CURRENT
    var colors: UInt32 = PICKER_COLOR_CONVERT_TO_SRGB
    var formats = Self.standardFormats
    var crop = picker_rect()
    var allowsNetwork = true
    /// Flags that have no name yet.
    var unnamed: UInt32 = 0
    /// `struct_size` of the request; nil: that of version 1.
    var size: Int?
    var links = Links.none

    /// What a request takes that says nothing else; 0: the four of header revision 1. Unsafe: written before a check begins.
    nonisolated(unsafe) static var standardFormats: UInt32 = 0
    static let allFormats: UInt32 = (PICKER_FORMAT_GRAY8...PICKER_FORMAT_IMAGE_FILE).reduce(0) { $0 | 1 << $1 }

    init(_ width: Int = 0, _ height: Int = 0, _ change: (inout ImageRequest) -> Void = { _ in }) {
        self.width = width
        self.height = height
        change(&self)
    }

    /// The target, for messages.
    var sizeText: String { width == 0 && height == 0 ? "full size" : "\(width)x\(height)" }

    func request(_ identifier: Text) -> Guarded<picker_image_request> {
        var request = picker_image_request()
        request.next = links.first
        request.flags = (allowsNetwork ? PICKER_REQUEST_ALLOW_NETWORK : 0) | unnamed
        request.target_width = UInt32(width)
        request.target_height = UInt32(height)
        request.content_mode = content
        request.delivery_mode = delivery
        request.resize_mode = resize
        request.version = version
        request.color_policy = colors
        request.accepted_formats = formats
        request.local_identifier = Arena.string(identifier.bytes)
        request.crop = crop
        return Guarded(request, announced: size)
    }
}

/// A part of a representation to read.
struct ReadRequest {
    var identifier: Text
    var representation: UInt32 = 0
    var offset: UInt64 = 0
    var capacity: Int
    var version: UInt64 = 0
    var allowsNetwork = true
    /// Flags that have no name yet, and what is in the room to grow.
    var unnamed: UInt32 = 0
    var links = Links.none
    /// `struct_size` of the request; nil: that of version 1.
    var size: Int?

    init(_ identifier: Text, capacity: Int, _ change: (inout ReadRequest) -> Void = { _ in }) {
        self.identifier = identifier
        self.capacity = capacity
        change(&self)
    }

    /// All but the buffer.
    var request: picker_read_request {
        var request = picker_read_request()
        request.next = links.first
        request.flags = (allowsNetwork ? PICKER_REQUEST_ALLOW_NETWORK : 0) | unnamed
        request.reserved = unnamed
        request.representation = representation
        request.local_identifier = Arena.string(identifier.bytes)
        request.offset = offset
        request.version_token = version
        request.capacity = UInt64(capacity)
        return request
    }
}

extension Library {
    /// Asks for an image; each frame is to be released once.
    func image(
        _ identifier: Text, _ ask: ImageRequest = ImageRequest(), sink: RecordSink<FrameCopy>,
        control: CallProbe = CallProbe()
    ) -> Reply {
        let request = Passed { ask.request(identifier) }
        defer { request.end() }
        sink.decodeFiles(for: ask)
        return emit("request_image of \(KnownNames.text(identifier)), \(ask.sizeText)", sink, control) {
            context, call, error in
            table.request_image(table.context, request.value.pointer, Self.frameSink(context), call, error)
        }
    }

    static func frameSink(_ context: UnsafeMutableRawPointer) -> UnsafePointer<picker_frame_sink> {
        var sink = picker_frame_sink()
        sink.context = context
        sink.emit = { SinkProbe.receive($0, $1) }
        return UnsafePointer(Guarded(sink).pointer)
    }

    /// The frames of an image that must succeed; all are released already.
    func frames(_ identifier: Text, _ ask: ImageRequest = ImageRequest()) throws(CheckStop) -> [FrameCopy] {
        let sink = RecordSink.frames()
        let reply = image(identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        try reply.ok()
        return sink.records
    }

    /// The final frame of an image that must succeed, or the last one; it is released already.
    func finalFrame(_ identifier: Text, _ ask: ImageRequest = ImageRequest()) throws(CheckStop) -> FrameCopy {
        let frames = try frames(identifier, ask)
        // That there is a final one is a check of its own.
        guard let frame = frames.first(where: \.isFinal) ?? frames.last else {
            throw .failed("request_image of \(KnownNames.text(identifier)) gave no frame")
        }
        return frame
    }

    /// Reads; the bytes are those that the backend says it filled.
    func read(_ ask: ReadRequest, control: CallProbe = CallProbe()) -> (reply: Reply, bytes: [UInt8], isIntact: Bool) {
        let guardBytes = 64
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: ask.capacity + guardBytes)
        buffer.initialize(repeating: 0xA5, count: ask.capacity + guardBytes)
        let passed = Passed {
            var request = ask.request
            request.buffer = buffer
            return Guarded(request, announced: ask.size)
        }
        defer { passed.end() }
        // No backend may count on what was there before.
        var length = UInt64.max
        let reply = steps.call("read of \(KnownNames.text(ask.identifier)), \(ask.offset)+\(ask.capacity)", control) {
            table.read(table.context, passed.value.pointer, $0, &length, $1)
        }
        let isIntact =
            (length <= UInt64(ask.capacity) || reply.status != PICKER_OK)
            && UnsafeBufferPointer(start: buffer + ask.capacity, count: guardBytes).allSatisfy { $0 == 0xA5 }
        let count = reply.status == PICKER_OK ? min(ask.capacity, Int(clamping: length)) : 0
        let bytes = Array(UnsafeBufferPointer(start: buffer, count: count))
        buffer.deallocate()
        return (reply, bytes, isIntact)
    }

    /// A whole representation, read in pieces.
    func bytes(_ identifier: Text, representation: UInt32 = 0, piece: Int = 1 << 16) throws(CheckStop) -> [UInt8] {
        var all: [UInt8] = []
        while all.count < 1 << 28 {
            let ask = ReadRequest(identifier, capacity: piece) {
                $0.offset = UInt64(all.count)
                $0.representation = representation
            }
            let part = read(ask)
            try part.reply.ok()
            all += part.bytes
            if part.bytes.count < piece { return all }
        }
        throw .failed("read never came to an end")
    }
}
