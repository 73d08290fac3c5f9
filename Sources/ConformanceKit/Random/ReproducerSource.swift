internal import BackendAPI

/// Writes a sequence as a C program that loads a plugin and makes its calls.
struct ReproducerSource {
    let sequence: CallSequence
    let plugin: String
    let found: CheckOutcome

    var text: String {
        head + program + "\n/* " + CallSequence.mark + sequence.json + "\n */\n"
    }

    /// The program that is the same in all, which makes no calls, with these calls in it.
    private var program: String {
        let program = String(decoding: PackageResources.reproducer_c, as: UTF8.self)
        let end = "    {.call = END},\n"
        guard let place = program.firstRange(of: end) else { return program }
        return program[..<place.lowerBound] + steps + program[place.lowerBound...]
    }

    private var head: String {
        let name = plugin.split(separator: "/").last.map(String.init) ?? plugin
        let step = found.lastStep.map { "\n * last step: \(Self.comment($0))" } ?? ""
        return """
            /*
             * Made by picker conformance \(CheckRegistry.version): calls after which \(Self.comment(name)) broke a rule.
             *
             * \(found.id), \(found.verdict.rawValue): \(Self.comment(found.message))\(step)
             *
             * To make the calls without the kit, with the headers of Picker in INCLUDE:
             *
             *     picker conformance --fixtures FOLDER --seed \(sequence.seed)
             *     cc -std=c11 -pthread -I INCLUDE -o reproducer THIS-FILE -ldl
             *     ./reproducer PLUGIN FOLDER/library
             *
             * It prints each call and its answer. With the kit, picker conformance PLUGIN --reproduce THIS-FILE.
             */

            """
    }

    private var steps: String {
        sequence.steps.enumerated().map { index, step in
            "    /* \(index + 1). \(step.text) */\n    {\(step.fields)},\n"
        }.joined()
    }

    /// Text that may be in a comment.
    private static func comment(_ text: String) -> String {
        // Neither an end nor a beginning of a comment, also where an accent follows.
        String(String.UnicodeScalarView(OneLine.text(text).unicodeScalars.map { $0 == "/" ? "\u{2215}" : $0 }))
    }
}

extension SequenceStep {
    /// The fields of `struct step`.
    fileprivate var fields: String {
        var fields = call.fields
        if let cancelAfter = control.cancelAfter { fields.append(("cancel_after", "\(cancelAfter)")) }
        if let stopAt = control.stopAt { fields.append(("stop_at", "\(stopAt)")) }
        if control.isLate { fields.append(("is_late", "1")) }
        if control.isElsewhere { fields.append(("is_elsewhere", "1")) }
        return fields.map { ".\($0.0) = \($0.1)" }.joined(separator: ", ")
    }
}

extension SequenceCall {
    fileprivate typealias Fields = [(String, String)]

    fileprivate var fields: Fields {
        switch self {
        case .open(let library): named("OPEN", library)
        case .beginShutdown(let library): named("BEGIN_SHUTDOWN", library)
        case .close(let library): named("CLOSE", library)
        case .info: named("INFO")
        case .probe: named("PROBE")
        case .authorization(let library): named("AUTHORIZATION_STATUS", library)
        case .collections(let library, let types): named("COLLECTIONS", library) + [("mask", "\(types)u")]
        case .cameraRoll(let library): named("CAMERA_ROLL", library)
        case .collection(let library, let which): named("COLLECTION", library) + [("which", "\(which)")]
        case .keyAssets(let library, let which, let media):
            named("KEY_ASSETS", library) + [("which", "\(which)"), ("mask", "\(media)u")]
        case .count(let library, let ask): named("COUNT", library) + ask.fields
        case .fetch(let slot, let library, let ask): named("FETCH", library) + [("slot", "\(slot)")] + ask.fields
        default: resultFields
        }
    }

    private var resultFields: Fields {
        switch self {
        case .fetchCount(let fetch): named("COUNT_OF_FETCH") + [("slot", "\(fetch)")]
        case .window(let fetch, let offset, let length):
            named("WINDOW") + [("slot", "\(fetch)"), ("offset", "\(offset)u"), ("length", "\(length)u")]
        case .indexOf(let fetch, let asset): named("INDEX_OF") + [("slot", "\(fetch)"), ("which", "\(asset)")]
        case .releaseFetch(let fetch): named("RELEASE_FETCH") + [("slot", "\(fetch)")]
        case .details(let library, let asset): named("DETAILS", library) + [("which", "\(asset)")]
        case .image(let slot, let library, let asset, let image):
            named("REQUEST_IMAGE", library) + [("slot", "\(slot)"), ("which", "\(asset)")] + image.fields
        case .releaseFrame(let frame): named("RELEASE_FRAME") + [("slot", "\(frame)")]
        case .read(let library, let asset, let offset, let capacity):
            named("READ", library) + [("which", "\(asset)"), ("offset", "\(offset)u"), ("length", "\(capacity)u")]
        case .diagnostics(let library): named("DIAGNOSTICS", library)
        case .changesSince(let library, let hasToken):
            named("CHANGES_SINCE", library) + [("which", hasToken ? "1" : "0")]
        case .observe(let library): named("OBSERVE", library)
        case .extensionTable(let library): named("GET_EXTENSION", library)
        default: []
        }
    }

    private func named(_ name: String, _ library: Int = 0) -> Fields { [("call", name), ("library", "\(library)")] }
}

extension SequenceFetch {
    fileprivate var fields: [(String, String)] {
        var fields = [
            ("scope", "\(scope)"), ("which", "\(scope == PICKER_SCOPE_COLLECTION ? collection : first)"),
            ("length", "\(number)"),
        ]
        guard let query else { return fields }
        fields += [
            ("has_query", "1"), ("mask", "\(query.media)u"), ("hidden", "\(query.hidden)"),
            ("favorites_only", "\(query.favoritesOnly)"), ("any_subtypes", "\(query.anySubtypes)"),
            ("sort", "\(query.sort)u"), ("limit", "\(query.limit)"),
        ]
        return fields
    }
}

extension SequenceImage {
    fileprivate var fields: [(String, String)] {
        [
            ("width", "\(width)"), ("height", "\(height)"), ("content", "\(content)"), ("delivery", "\(delivery)"),
            ("resize", "\(resize)"), ("version", "\(version)"), ("mask", "\(formats)u"),
            ("crop", crop == .none ? "0" : crop == .inside ? "1" : "2"),
        ]
    }
}
