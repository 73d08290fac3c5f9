internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

struct RepresentationCopy: Equatable, FileRecord {
    let flags: UInt32
    let role: UInt32
    let availability: UInt32
    let filename: Text
    let relativePath: Text
    let pathBytes: [UInt8]?
    let contentType: Text
    let byteSize: UInt64
    let version: UInt64
    let byteOffset: UInt64
    let width: Int
    let height: Int

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_representation())
        flags = record.flags
        role = record.role
        availability = record.availability
        filename = Text(record.filename)
        relativePath = Text(record.relative_path)
        pathBytes = record.relative_path_bytes.array
        contentType = Text(record.content_type)
        byteSize = record.byte_size
        version = record.version_token
        byteOffset = record.byte_offset
        (width, height) = (Int(record.pixel_width), Int(record.pixel_height))
    }
}

struct DetailsCopy {
    let asset: AssetCopy?
    let representations: [RepresentationCopy]
    let flags: UInt32
    let reserved: UInt32
    let cameraFlags: UInt32
    /// Exposure, aperture, focal length, and the altitude if it is said.
    let cameraNumbers: [Double]
    /// 0: it is not known.
    let isoSpeed: UInt32
    let cameraTexts: [Text]
    /// Nil: not rated.
    let rating: UInt32?
    let title: Text
    let caption: Text
    let keywords: [Text]
    /// Whether keywords are counted and not there.
    let isWithoutKeywords: Bool

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_asset_details())
        asset = record.asset.map { AssetCopy(UnsafeRawPointer($0)) }
        (flags, reserved) = (record.flags, record.reserved)
        // A count beside no array is as long as it likes: it is not counted through.
        representations =
            record.representations.map { list in
                (0..<Int(record.representation_count)).compactMap { index in
                    list[index].map { RepresentationCopy(UnsafeRawPointer($0)) }
                }
            } ?? []
        let camera = record.camera.map { readRecord(UnsafeRawPointer($0), zero: picker_camera_metadata()) }
        cameraFlags = camera?.flags ?? 0
        cameraNumbers =
            camera.map { camera in
                let altitude = camera.flags & PICKER_CAMERA_HAS_ALTITUDE == 0 ? 0 : camera.altitude
                return [camera.exposure_time, camera.f_number, camera.focal_length, altitude]
            } ?? []
        isoSpeed = camera?.iso_speed ?? 0
        let count = Int(clamping: camera?.keyword_count ?? 0)
        let keywords = camera?.keywords.map { list in (0..<count).map { Text(list[$0]) } } ?? []
        isWithoutKeywords = camera.map { $0.keyword_count > 0 && $0.keywords == nil } ?? false
        title = Text(camera?.title ?? picker_string())
        caption = Text(camera?.caption ?? picker_string())
        self.keywords = keywords
        let device = camera.map { [$0.make, $0.model, $0.lens, $0.software].map { Text($0) } } ?? []
        cameraTexts = camera == nil ? [] : device + [caption, title] + keywords
        rating = camera.flatMap { $0.flags & PICKER_CAMERA_HAS_RATING == 0 ? nil : $0.rating }
    }

    /// Caption, title and keywords, as far as there are any.
    var writtenTexts: [Text] { ([caption, title] + keywords).filter { $0.bytes != nil } }
}

struct VideoFactsCopy {
    let flags: UInt32
    let width: Int
    let height: Int
    let duration: Double
    /// 0: not known.
    let framesPerSecond: Double
    let videoCodec: Text
    let audioCodec: Text

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_video_facts())
        flags = record.flags
        width = Int(record.pixel_width)
        height = Int(record.pixel_height)
        duration = record.duration
        framesPerSecond = record.frames_per_second
        videoCodec = Text(record.video_codec)
        audioCodec = Text(record.audio_codec)
    }

    var hasAudio: Bool { flags & PICKER_VIDEO_HAS_AUDIO != 0 }
}
