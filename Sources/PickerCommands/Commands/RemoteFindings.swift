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
        /// Nil if it is not known, for example because an earlier step failed.
        @Nullable var isFine: Bool?
        /// One line. If the step failed, it says what to do.
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

    /// The findings for a library that was opened.
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

    /// The findings for a library that could not be opened, or whose authorization could not be determined.
    init(_ place: String, _ error: PhotoError) {
        guard let failed = Self.step(of: error.status.understood) else {
            // The error may belong to no step: a wrong setting, or a server that could not prove its identity.
            add(.reachable, nil, error.line)
            for step in Step.allCases.dropFirst() { add(step, nil, Self.notAsked) }
            return
        }
        for step in Step.allCases {
            if step == failed {
                add(step, false, error.line)
            } else {
                // A server that refuses can be reached. Its answers to the other steps are not known.
                let isKnown = step == .reachable
                add(step, isKnown ? true : nil, isKnown ? "\(place) answers" : Self.notAsked)
            }
        }
    }

    /// The findings as lines of text.
    var lines: [String] {
        findings.map { finding in
            let answer = finding.isFine.map { $0 ? "yes" : "no" } ?? "not known"
            return "\(finding.step.title): \(answer); \(TextFormat.oneLine(finding.message))"
        }
    }

    private static let notAsked = "it was not asked for"
    private static let signInAdvice = "sign in: picker libraries sign-in NAME"

    /// The step that failed with this error; nil if it could be any of them.
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
