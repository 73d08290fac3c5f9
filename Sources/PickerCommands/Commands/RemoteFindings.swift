internal import PhotoModel
internal import PickerHost

/// What works and what does not with a library on another machine: one answer for each step of the way to its photos.
struct RemoteFindings: Encodable {
    enum Step: String, Encodable, CaseIterable {
        case reachable, version, signedIn, permissions

        fileprivate var title: String { self == .signedIn ? "signed in" : rawValue }
    }

    struct Finding: Encodable, Equatable {
        let step: Step
        /// Nil: it is not known, as a step before it failed.
        @Nullable var isFine: Bool?
        /// One line; of what does not work, with what to do.
        let message: String

        init(_ step: Step, _ isFine: Bool?, _ message: String) {
            self.step = step
            self.isFine = isFine
            self.message = message
        }

        static func == (one: Finding, other: Finding) -> Bool {
            (one.step, one.isFine, one.message) == (other.step, other.isFine, other.message)
        }
    }

    private(set) var findings: [Finding] = []

    func encode(to encoder: any Encoder) throws { try findings.encode(to: encoder) }

    /// Of a library that opened.
    ///
    /// - Parameters:
    ///   - place: its address.
    ///   - status: whether it can be read.
    ///   - problems: diagnostics of the library as a whole.
    init(_ place: String, _ info: LibraryInfo, _ status: AuthorizationStatus, problems: [Diagnostic]) {
        add(.reachable, true, "\(place) answers")
        add(.version, info.service == nil ? nil : true, info.service ?? "it does not say which")
        let isIn = status == .authorized || status == .limited
        let whose = info.account.map { "as \($0)" } ?? "the server knows who asks, and says no name"
        add(.signedIn, isIn, isIn ? whose : Self.signInAdvice)
        if isIn { addPermissions(status, problems) } else { add(.permissions, nil, Self.notAsked) }
    }

    private mutating func addPermissions(_ status: AuthorizationStatus, _ problems: [Diagnostic]) {
        for problem in problems { add(.permissions, false, problem.message) }
        guard problems.isEmpty else { return }
        let isLimited = status == .limited
        add(.permissions, !isLimited, isLimited ? "a part of the photos is not shown" : "nothing is missing")
    }

    /// Of one that did not open, or did not say whether it can be read.
    init(_ place: String, _ error: PhotoError) {
        guard let failed = Self.step(of: error.status.understood) else {
            // Not of the way there, perhaps: a setting that is wrong, or a server that could not prove who it is.
            add(.reachable, nil, error.line)
            for step in Step.allCases.dropFirst() { add(step, nil, Self.notAsked) }
            return
        }
        for step in Step.allCases {
            if step == failed {
                add(step, false, error.line)
            } else {
                // Who refuses is there. What else it would have said is not known.
                let isKnown = step == .reachable
                add(step, isKnown ? true : nil, isKnown ? "\(place) answers" : Self.notAsked)
            }
        }
    }

    /// Lines for people.
    var lines: [String] {
        findings.map { finding in
            let answer = finding.isFine.map { $0 ? "yes" : "no" } ?? "not known"
            return "\(finding.step.title): \(answer); \(TextFormat.oneLine(finding.message))"
        }
    }

    private static let notAsked = "it was not asked for"
    private static let signInAdvice = "sign in: picker libraries sign-in NAME"

    /// At which step of the way an error stops it; nil: it may be any.
    private static func step(of status: PhotoStatus) -> Step? {
        switch status {
        case .offline, .busy, .rateLimited, .stopped, .deadline, .networkNotAllowed, .io: .reachable
        case .unsupported: .version
        case .signInRequired: .signedIn
        case .consentRequired: .permissions
        default: nil
        }
    }

    private mutating func add(_ step: Step, _ isFine: Bool?, _ message: String) {
        findings.append(Finding(step, isFine, message))
    }
}
