internal import PhotoModel

/// A kind of files that a program offers in its file dialog: `(sa(us))` of the portal.
struct ChooserFilter: Equatable {
    /// The kind is 0 for a pattern of names and 1 for a MIME type.
    typealias Rule = (kind: UInt32, pattern: String)

    let name: String
    let rules: [Rule]

    static func == (first: Self, second: Self) -> Bool {
        first.name == second.name && first.rules.elementsEqual(second.rules) { $0 == $1 }
    }

    /// The media for which it is; nil if it is for other files as well.
    var media: MediaFilter? {
        let kinds = Set(rules.map { Self.media(of: $0.pattern) })
        guard !kinds.contains(nil), let first = kinds.first else { return nil }
        return kinds.count == 1 ? first : .any
    }

    private static func media(of pattern: String) -> MediaFilter? {
        let pattern = pattern.lowercased()
        if pattern.hasPrefix("image/") { return .image }
        if pattern.hasPrefix("video/") { return .video }
        guard pattern.hasPrefix("*.") else { return nil }
        // GTK writes "*.[jJ][pP][gG]".
        let ending = pattern.dropFirst(2).replacing(/\[([a-z0-9])\1\]/) { $0.1 }
        return MediaFormat.promisedByExtension[String(ending)].map { $0.kind == .video ? .video : .image }
    }
}

/// A program's request to open files: the parameters of `OpenFile` of `org.freedesktop.impl.portal.FileChooser`.
struct ChooserRequest {
    /// The most rules; no program has as many.
    private static let mostRules = 1000

    let handle: String
    /// Empty for a program outside a sandbox, which does not identify itself.
    let program: String
    var takesSeveral = false
    var takesFolders = false
    var filters: [ChooserFilter] = []
    var currentFilter: ChooserFilter?
    /// Identifiers of further choices in the dialog, with their preselected answers.
    var choices: [(id: String, answer: String)] = []

    /// The filter that is selected at first.
    var filter: ChooserFilter? { currentFilter ?? filters.first }

    /// The media for which it is; nil if it is for other files.
    var media: MediaFilter? { takesFolders ? nil : filter?.media }

    /// - Throws: an error if the message has another form.
    init(_ call: BusMessage) throws(BusFailure) {
        guard call.signature == "osssa{sv}" else {
            throw BusFailure("OpenFile takes osssa{sv}, and not \(call.signature)")
        }
        handle = try call.readText("o")
        program = try call.readText()
        // Skip the parent window and the title: the browser's page is not a child of a window, and has a title of its
        // own.
        try call.skip("ss")
        _ = try call.readList(of: "{sv}") { () throws(BusFailure) in
            try call.read("e", "sv") { () throws(BusFailure) in try readOption(call) }
        }
        guard (filters + [currentFilter].compactMap(\.self)).reduce(0, { $0 + $1.rules.count }) <= Self.mostRules else {
            throw BusFailure("there are more than \(Self.mostRules) rules of filters")
        }
    }

    private mutating func readOption(_ call: BusMessage) throws(BusFailure) {
        let name = try call.readText()
        switch name {
        case "multiple": takesSeveral = try Self.value(call, "b") { () throws(BusFailure) in try call.readFlag() }
        case "directory": takesFolders = try Self.value(call, "b") { () throws(BusFailure) in try call.readFlag() }
        case "filters":
            filters = try Self.value(call, "a(sa(us))") { () throws(BusFailure) in
                try call.readList(of: "(sa(us))") { () throws(BusFailure) in try Self.filter(call) }
            }
        case "current_filter":
            currentFilter = try Self.value(call, "(sa(us))") { () throws(BusFailure) in try Self.filter(call) }
        case "choices":
            choices = try Self.value(call, "a(ssa(ss)s)") { () throws(BusFailure) in
                try call.readList(of: "(ssa(ss)s)") { () throws(BusFailure) in try Self.choice(call) }
            }
        default: try call.skip("v")
        }
    }

    private static func value<Value>(
        _ call: BusMessage, _ type: String, _ body: () throws(BusFailure) -> Value
    ) throws(BusFailure) -> Value {
        guard call.variantContents == type, let value = try call.read("v", type, body) else {
            throw BusFailure("an option is \(call.variantContents ?? "nothing") instead of \(type)")
        }
        return value
    }

    private static func filter(_ call: BusMessage) throws(BusFailure) -> ChooserFilter? {
        try call.read("r", "sa(us)") { () throws(BusFailure) in
            let name = try call.readText()
            let rules = try call.readList(of: "(us)") { () throws(BusFailure) in
                try call.read("r", "us") { () throws(BusFailure) -> ChooserFilter.Rule in
                    (try call.readNumber(), try call.readText())
                }
            }
            return ChooserFilter(name: name, rules: rules)
        }
    }

    private static func choice(_ call: BusMessage) throws(BusFailure) -> (id: String, answer: String)? {
        try call.read("r", "ssa(ss)s") { () throws(BusFailure) in
            let id = try call.readText()
            try call.skip("sa(ss)")
            return (id, try call.readText())
        }
    }
}

extension ChooserRequest {
    /// Writes the result of `OpenFile` into an answer.
    ///
    /// - Parameters:
    ///   - response: 0: chosen; 1: cancelled; 2: ended otherwise.
    ///   - addresses: those of the chosen files.
    func write(_ response: UInt32, _ addresses: [String], to answer: BusMessage) throws(BusFailure) {
        try answer.write(response)
        try answer.write("a", "{sv}") { () throws(BusFailure) in
            guard response == 0 else { return }
            try answer.writeEntry("uris", "as") { () throws(BusFailure) in
                try answer.write("a", "s") { () throws(BusFailure) in for each in addresses { try answer.write(each) } }
            }
            // The files are originals, which may only be read.
            try answer.writeEntry("writable", "b") { () throws(BusFailure) in try answer.write(false) }
            try answer.writeEntry("choices", "a(ss)") { () throws(BusFailure) in try writeChoices(to: answer) }
            guard let filter else { return }
            try answer.writeEntry("current_filter", "(sa(us))") { () throws(BusFailure) in
                try filter.write(to: answer)
            }
        }
    }

    private func writeChoices(to answer: BusMessage) throws(BusFailure) {
        try answer.write("a", "(ss)") { () throws(BusFailure) in
            for choice in choices {
                try answer.write("r", "ss") { () throws(BusFailure) in
                    try answer.write(choice.id)
                    try answer.write(choice.answer)
                }
            }
        }
    }
}

extension ChooserFilter {
    fileprivate func write(to answer: BusMessage) throws(BusFailure) {
        try answer.write("r", "sa(us)") { () throws(BusFailure) in
            try answer.write(name)
            try answer.write("a", "(us)") { () throws(BusFailure) in
                for rule in rules {
                    try answer.write("r", "us") { () throws(BusFailure) in
                        try answer.write(rule.kind)
                        try answer.write(rule.pattern)
                    }
                }
            }
        }
    }
}
