import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Testing

@Suite("Image files of a Swift backend") struct ImageFileTests {
    private func request(
        _ identifier: String, formats: FrameFormats, from keeper: FrameKeeper
    ) throws -> (status: picker_status, message: String) {
        let library = try DrivenLibrary("/", of: ImageFileBackend.self)
        var request = picker_image_request()
        request.struct_size = structSize(of: picker_image_request.self)
        request.local_identifier = library.arena.string(identifier)
        request.accepted_formats = formats.rawValue
        var sink = keeper.sink
        let status = library.table.request_image(library.table.context, &request, &sink, nil, library.error.pointer)
        return (status, library.error.text)
    }

    @Test("Image files of a Swift backend arrive as they are, with the size of the whole image where it is known")
    func files() throws {
        let keeper = FrameKeeper()
        #expect(try request("a", formats: [.gray8, .imageFile], from: keeper).status == PICKER_OK)
        let frames = keeper.frames
        try #require(frames.count == 2)
        #expect(frames.map(\.flags) == [PICKER_FRAME_DEGRADED, PICKER_FRAME_FINAL])
        #expect(frames.allSatisfy { $0.format == PICKER_FORMAT_IMAGE_FILE })
        #expect(frames.map(\.width) == [0, 40] && frames.map(\.height) == [0, 30])
        #expect(frames.map { $0.stride.0 } == [0, 3])
        #expect(Array(UnsafeBufferPointer(start: frames[1].plane.0, count: 3)) == [7, 8, 9])
        #expect(frames[1].plane.1 == nil && frames[1].icc_profile.data == nil)
        keeper.releaseAll()
    }

    @Test("Image files of a Swift backend go only to hosts that take them; others get pixels")
    func pixels() throws {
        for formats in [[], .gray8] as [FrameFormats] {
            let keeper = FrameKeeper()
            #expect(try request("a", formats: formats, from: keeper).status == PICKER_OK)
            #expect(keeper.frames.map(\.format) == [PICKER_FORMAT_GRAY8])
            keeper.releaseAll()
        }
    }

    @Test("Image files of a Swift backend end with a final one, unless the host stops before")
    func ends() throws {
        let keeper = FrameKeeper()
        let half = try request("half", formats: .imageFile, from: keeper)
        #expect(half.status == PICKER_INTERNAL && half.message == "the backend returned without a final frame")
        let stopping = FrameKeeper(answer: PICKER_STOP)
        #expect(try request("a", formats: .imageFile, from: stopping).status == PICKER_OK)
        #expect(stopping.frames.map(\.flags) == [PICKER_FRAME_DEGRADED])
        keeper.releaseAll()
        stopping.releaseAll()
    }
}

@Suite("The images inside files of a Swift library") struct ImageItemTests {
    private let library: DrivenLibrary
    private let heif: picker_heif_v1

    init() throws {
        library = try DrivenLibrary("/", of: HEIFStubBackend.self)
        let found = try #require(
            library.table.get_extension(library.table.context, library.arena.string("org.picker.heif/1")))
        heif = boundedCopy(of: found.assumingMemoryBound(to: picker_heif_v1.self), into: picker_heif_v1())
    }

    /// The items that a sink was given.
    private final class Taken {
        let limit: Int
        /// Kind, number, width and height of each.
        var numbers: [[UInt32]] = []
        var types: [String?] = []

        init(limit: Int) { self.limit = limit }

        var sink: picker_heif_item_sink {
            var sink = picker_heif_item_sink()
            sink.struct_size = structSize(of: picker_heif_item_sink.self)
            sink.context = Unmanaged.passUnretained(self).toOpaque()
            sink.emit = { context, item in
                let taken = Unmanaged<Taken>.fromOpaque(context!).takeUnretainedValue()  // Set above.
                let item = item!.pointee  // R9.2: never NULL.
                taken.numbers.append([item.kind, item.item_id, item.pixel_width, item.pixel_height])
                taken.types.append(try? item.auxiliary_type.text())
                return taken.numbers.count < taken.limit ? PICKER_CONTINUE : PICKER_STOP
            }
            return sink
        }
    }

    private func items(_ identifier: String, limit: Int = .max) -> (status: picker_status, taken: Taken) {
        let taken = Taken(limit: limit)
        var sink = taken.sink
        let text = library.arena.string(identifier)
        return (heif.items(library.table.context, text, &sink, nil, nil), taken)
    }

    private func frame(_ identifier: String, item: UInt32, formats: FrameFormats = []) -> (picker_status, FrameKeeper) {
        var request = picker_image_request()
        request.struct_size = structSize(of: picker_image_request.self)
        request.local_identifier = library.arena.string(identifier)
        request.accepted_formats = formats.rawValue
        let keeper = FrameKeeper()
        var sink = keeper.sink
        let status = heif.request_item(library.table.context, &request, item, &sink, nil, library.error.pointer)
        return (status, keeper)
    }

    @Test(
        "The images inside files of a Swift library are listed with kind, number, size and type, until the host stops")
    func list() {
        let (status, taken) = items("a")
        #expect(status == PICKER_OK)
        #expect(taken.numbers == [[1, 49, 4032, 3024], [6, 50, 0, .max], [7, 51, 8, 6]])
        #expect(taken.types == [nil, "urn:x:hdr", nil])
        #expect(items("a", limit: 2).taken.numbers.count == 2)
        #expect(items("b").status == PICKER_NOT_FOUND)
    }

    @Test("The images inside files of a Swift library are made by their numbers, with a final frame or an error")
    func frames() {
        let (status, keeper) = frame("a", item: 51)
        #expect(status == PICKER_OK && keeper.frames.map(\.width) == [51])
        #expect(keeper.frames.map(\.flags) == [PICKER_FRAME_FINAL])
        keeper.releaseAll()
        #expect(frame("a", item: 0).0 == PICKER_INTERNAL)
        #expect(frame("a", item: 51, formats: .rgb8).0 == PICKER_INTERNAL)
        #expect(frame("b", item: 51).0 == PICKER_NOT_FOUND)
    }

    @Test("The images inside files of a Swift library need a sink, an asset, and a library that is open")
    func refusals() {
        let context = library.table.context
        let text = library.arena.string("a")
        #expect(heif.items(context, text, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        var silent = picker_heif_item_sink()
        silent.struct_size = structSize(of: picker_heif_item_sink.self)
        #expect(heif.items(context, text, &silent, nil, library.error.pointer) == PICKER_INVALID_ARGUMENT)
        #expect(library.error.text == "the sink has no emit")
        var sink = Taken(limit: 1).sink
        #expect(heif.items(context, picker_string(), &sink, nil, nil) == PICKER_INVALID_ARGUMENT)
        library.table.begin_shutdown(context)
        #expect(items("a").status == PICKER_CLOSED && frame("a", item: 51).0 == PICKER_CLOSED)
    }

    @Test("The images inside files of a Swift library go with the capability, or the backend is refused (R6.5)")
    func capability() {
        let boasting = DrivenBackend(BoastingHEIFBackend.self)
        #expect(boasting.status == PICKER_INTERNAL)
        #expect(boasting.error.text == "it has the capability heif, and its library is not of type HEIFLibrary")
    }
}
