internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// Samples as they are.
extension ImageChecks {
    static let colorChecks = [
        one(
            "kept-colors", "Samples that are kept as they are have the profile that says what they mean", "R14.8 R7.5",
            remedy: "Give the ICC profile of the file with PICKER_COLOR_ICC; a file without one is sRGB."
        ) { context throws(CheckStop) in try keptColors(context) }
    ]

    private static func keptColors(_ context: CheckContext) throws(CheckStop) {
        for match in try context.samples() {
            for delivery in [PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
                let sink = RecordSink.frames()
                let ask = ImageRequest(32, 32) { ($0.colors, $0.delivery) = (PICKER_COLOR_KEEP, delivery) }
                let reply = match.library.image(match.asset.identifier, ask, sink: sink)
                let faults = sink.records.compactMap { profileFault(of: $0.frame) }
                for frame in sink.records { frame.release() }
                try reply.ok()
                if let fault = faults.first { throw .failed("\(match.photo.path), delivery \(delivery): \(fault)") }
                // The kit's photos are sRGB without a profile: whatever stands for it, the samples are the same.
                guard let final = sink.records.last(where: \.isFinal) else { continue }
                try context.expect(
                    final.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
                    "\(match.photo.path) with its colours kept shows \(final.quarters), not \(match.photo.quarters)")
            }
        }
    }

    /// What is wrong with a frame's colour space and profile; nil: nothing. The frame must not be released.
    private static func profileFault(of frame: picker_frame) -> String? {
        if frame.color_space == PICKER_COLOR_DISPLAY_P3 { return "it says Display P3 of samples that are sRGB" }
        guard frame.color_space == PICKER_COLOR_ICC else {
            return frame.icc_profile.data == nil ? nil : "it has a profile, and does not say PICKER_COLOR_ICC"
        }
        guard let profile = frame.icc_profile.array else { return "it says PICKER_COLOR_ICC, and has no profile" }
        guard profile.count >= 132, profile.count <= 4 << 20 else { return "its profile has \(profile.count) bytes" }
        // ICC.1, 7.2: its own size, and a mark.
        let size = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
        guard size <= profile.count, profile[36..<40].elementsEqual("acsp".utf8) else {
            return "its profile is none: no \"acsp\" at byte 36, or longer than its \(profile.count) bytes"
        }
        return nil
    }
}
