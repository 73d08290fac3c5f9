/// Images: frames, sizes, pixels and memory.
enum ImageChecks {
    static let all =
        frameChecks + sizeChecks + pixelChecks + colorChecks + modelChecks + limitChecks + versionChecks + fileChecks
        + changeChecks + alphaChecks + quickChecks + turnedCropChecks + profileChecks
        + otherFormatChecks

    static func one(
        _ name: String, _ summary: String, _ clauses: String, _ severity: Severity = .must,
        requires requirements: [Requirement] = [.anyKnownFormat], remedy: String, _ body: @escaping Check.Body
    ) -> Check {
        Check("images." + name, summary, clauses, severity, requires: requirements, remedy: remedy, body: body)
    }
}
