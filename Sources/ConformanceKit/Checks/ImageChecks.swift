/// Images: which frames come, how large, what they show, and what becomes of their memory.
enum ImageChecks {
    static let all = frameChecks + sizeChecks + pixelChecks

    static func one(
        _ name: String, _ sentence: String, _ clauses: String, _ severity: Severity = .must,
        needs: [Need] = [.anyKnownFormat], mend: String, _ body: @escaping Check.Body
    ) -> Check {
        Check("images." + name, sentence, clauses, severity, needs: needs, mend: mend, body: body)
    }
}
