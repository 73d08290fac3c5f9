import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Testing

@Suite("The video extension of a Swift library") struct VideoTests {
    private let library: DrivenLibrary
    private let video: picker_video_v1

    init() throws {
        library = try DrivenLibrary("/", of: VideoBackend.self)
        let found = try #require(
            library.table.get_extension(library.table.context, library.arena.string(PICKER_EXT_VIDEO)))
        video = boundedCopy(of: found.assumingMemoryBound(to: picker_video_v1.self), into: picker_video_v1())
    }

    /// What a sink was given.
    private final class Taken {
        var facts: (width: UInt32, height: UInt32, hasAudio: UInt32, duration: Double, rate: Double)?
        var codecs: [String?] = []
        var frame: (width: UInt32, height: UInt32, flags: UInt32, sample: UInt8?)?
    }

    private func facts(_ identifier: String, _ representation: UInt32 = 1) -> (picker_status, Taken) {
        let taken = Taken()
        var sink = picker_video_facts_sink()
        sink.struct_size = structSize(of: picker_video_facts_sink.self)
        sink.context = Unmanaged.passUnretained(taken).toOpaque()
        sink.emit = { context, record in
            let taken = Unmanaged<Taken>.fromOpaque(context!).takeUnretainedValue()  // Set above.
            let record = record!.pointee  // R9.2: never NULL.
            taken.facts = (
                record.pixel_width, record.pixel_height, record.flags, record.duration, record.frames_per_second
            )
            taken.codecs = [try? record.video_codec.text(), try? record.audio_codec.text()]
            return PICKER_STOP
        }
        let status = video.facts(
            library.table.context, library.arena.string(identifier), representation, &sink, nil, nil)
        return (status, taken)
    }

    private func poster(_ time: Double, _ width: UInt32, _ height: UInt32) -> (picker_status, Taken) {
        let taken = Taken()
        var sink = picker_frame_sink()
        sink.struct_size = structSize(of: picker_frame_sink.self)
        sink.context = Unmanaged.passUnretained(taken).toOpaque()
        sink.emit = { context, frame in
            let taken = Unmanaged<Taken>.fromOpaque(context!).takeUnretainedValue()  // Set above.
            let frame = frame!.pointee  // R9.2: never NULL.
            taken.frame = (frame.width, frame.height, frame.flags, frame.plane.0?.pointee)
            frame.release(frame.release_context)
            return PICKER_CONTINUE
        }
        let status = video.poster(
            library.table.context, library.arena.string("film"), 0, time, width, height, &sink, nil, nil)
        return (status, taken)
    }

    @Test("The video extension of a Swift library gives facts once, with 0 and nothing for what is not known")
    func facts() throws {
        let (status, taken) = facts("film")
        #expect(status == PICKER_OK)
        let found = try #require(taken.facts)
        #expect(found == (48, 64, 1, 2.5, 0))
        #expect(taken.codecs == ["avc1.640028", nil])
    }

    @Test("The video extension of a Swift library passes errors on, and asks for what it needs")
    func errors() {
        #expect(facts("other").0 == PICKER_NOT_FOUND)
        #expect(facts("film", 7).0 == PICKER_NOT_FOUND)
        #expect(
            video.facts(library.table.context, library.arena.string("film"), 1, nil, nil, nil)
                == PICKER_INVALID_ARGUMENT)
        #expect(poster(.nan, 10, 10).0 == PICKER_INVALID_ARGUMENT)
        #expect(poster(1, 0, 10).0 == PICKER_INVALID_ARGUMENT)
        library.table.begin_shutdown(library.table.context)
        #expect(facts("film").0 == PICKER_CLOSED)
    }

    @Test("The video extension of a Swift library gives one final frame, at a time or the first good one")
    func posters() throws {
        let (status, taken) = poster(7.5, 20, 30)
        #expect(status == PICKER_OK)
        #expect(try #require(taken.frame) == (20, 30, PICKER_FRAME_FINAL, 7))
        #expect(try #require(poster(-1, 0, 0).1.frame) == (48, 64, PICKER_FRAME_FINAL, 99))
    }

    @Test("The video extension of a Swift library is not there where the backend lacks the capability (R6.5)")
    func deprived() throws {
        let deprived = try DrivenLibrary("/", of: DeprivedBackend.self)
        #expect(deprived.table.get_extension(deprived.table.context, deprived.arena.string(PICKER_EXT_VIDEO)) == nil)
    }
}
