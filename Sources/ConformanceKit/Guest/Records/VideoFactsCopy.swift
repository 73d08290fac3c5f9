internal import BackendAPI

struct VideoFactsCopy {
    let width: Int
    let height: Int
    let duration: Double
    let videoCodec: Text

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_video_facts())
        width = Int(record.pixel_width)
        height = Int(record.pixel_height)
        duration = record.duration
        videoCodec = Text(record.video_codec)
    }
}
