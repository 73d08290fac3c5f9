extension SequenceStep {
    /// A line for people.
    var text: String { call.text + control.text }
}

extension SequenceControl {
    var text: String {
        var parts: [String] = []
        if let cancelAfter { parts.append("check \(cancelAfter) says CANCELLED") }
        if let stopAt { parts.append("the sink stops at record \(stopAt)") }
        if isLate { parts.append("the deadline has passed") }
        if isElsewhere { parts.append("on another thread") }
        return parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")"
    }
}

extension SequenceCall {
    var text: String {
        switch self {
        case .open(let library): "open library \(library)"
        case .beginShutdown(let library): "begin_shutdown of library \(library)"
        case .close(let library): "close library \(library)"
        case .info: "info"
        case .probe: "probe"
        case .authorization(let library): "authorization_status of library \(library)"
        case .collections(let library, let types): "collections of library \(library), types \(types)"
        case .cameraRoll(let library): "camera_roll of library \(library)"
        case .collection(let library, let which): "collection \(which) of library \(library)"
        case .keyAssets(let library, let which, let media):
            "key_assets of collection \(which) of library \(library), media \(media)"
        case .count(let library, let ask): "count of \(ask.text) of library \(library)"
        case .fetch(let slot, let library, let ask): "fetch \(slot) of \(ask.text) of library \(library)"
        default: resultText
        }
    }

    private var resultText: String {
        switch self {
        case .fetchCount(let fetch): "count of fetch \(fetch)"
        case .window(let fetch, let offset, let length): "window \(offset)+\(length) of fetch \(fetch)"
        case .indexOf(let fetch, let asset): "index_of asset \(asset) in fetch \(fetch)"
        case .releaseFetch(let fetch): "release fetch \(fetch)"
        case .details(let library, let asset): "details of asset \(asset) of library \(library)"
        case .image(let slot, let library, let asset, let image):
            "request_image of asset \(asset) of library \(library), \(image.text), kept as frame \(slot)"
        case .releaseFrame(let frame): "release frame \(frame)"
        case .read(let library, let asset, let offset, let capacity):
            "read of asset \(asset) of library \(library), \(offset)+\(capacity)"
        case .diagnostics(let library): "diagnostics of library \(library)"
        case .changesSince(let library, let hasToken):
            "changes_since of library \(library), " + (hasToken ? "no token of its" : "without a token")
        case .observe(let library): "observe library \(library) for \(Self.observing / 1_000_000) ms"
        case .extensionTable(let library): "get_extension of library \(library)"
        default: ""
        }
    }
}

extension SequenceFetch {
    var text: String {
        let place =
            switch scope {
            case 0: "all"
            case 1: "collection \(collection)"
            case 2: "\(number) identifiers from asset \(first)"
            case 3: "\(number) paths from asset \(first)"
            default: "scope \(scope)"
            }
        return place + (query.map { " with " + $0.text } ?? "")
    }
}

extension SequenceQuery {
    var text: String {
        var parts = ["media \(media)"]
        if hidden != 0 { parts.append("hidden \(hidden)") }
        if favoritesOnly != 0 { parts.append("favourites only") }
        if anySubtypes != 0 { parts.append("subtypes \(anySubtypes)") }
        if sort != 0 { parts.append("sort \(sort)") }
        if limit != 0 { parts.append("limit \(limit)") }
        return parts.joined(separator: ", ")
    }
}

extension SequenceImage {
    var text: String {
        var parts = ["\(width)x\(height)", "content \(content)", "delivery \(delivery)", "resize \(resize)"]
        if version != 0 { parts.append("version \(version)") }
        if formats != 0 { parts.append("formats \(formats)") }
        if crop != .none { parts.append("crop \(crop.rawValue)") }
        return parts.joined(separator: ", ")
    }
}
