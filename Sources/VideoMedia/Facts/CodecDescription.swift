internal import CVideo

/// The codec of a stream.
package struct CodecDescription {
    /// The name in libavcodec.
    package var name: String
    /// The four characters in the container; empty if there are none that can be printed.
    package var tag: String
    /// Nil if it is not known.
    package var profile: Int?
    package var level: Int?
    /// The setup data for the decoder, from the container.
    package var setup: [UInt8]

    init(name: String, tag: String = "", profile: Int? = nil, level: Int? = nil, setup: [UInt8] = []) {
        (self.name, self.tag, self.profile, self.level, self.setup) = (name, tag, profile, level, setup)
    }

    /// Nil if there is no such stream.
    init?(_ codec: video_codec) {
        guard let name = codec.name else { return nil }
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: codec.tag >> (8 * $0)) }
        let isText = characters.allSatisfy { (0x20...0x7E).contains($0) }
        let head = codec.setup.map { Array(UnsafeBufferPointer(start: $0, count: min(codec.setup_size, 256))) }
        self.init(
            name: String(cString: name), tag: isText ? String(decoding: characters, as: UTF8.self) : "",
            profile: codec.profile >= 0 ? Int(codec.profile) : nil, level: codec.level >= 0 ? Int(codec.level) : nil,
            setup: head ?? [])
    }
}
