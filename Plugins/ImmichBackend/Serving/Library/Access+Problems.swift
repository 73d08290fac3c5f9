package import BackendKit
package import PhotoModel

// What is not shown because a permission is missing.
extension Access {
    /// What does not work without each of the permissions that showing photos needs.
    private static let effects: KeyValuePairs = [
        "asset.read": "photos are not listed", "asset.statistics": "lists have no length and do not open",
        "asset.view": "there are no thumbnails and images", "asset.download": "originals cannot be read",
        "album.read": "albums are not shown", "user.read": "it is not known whose photos and albums they are",
    ]

    /// A sentence for each missing permission, which says what to do.
    func problems(showsPeople: Bool) -> [String] {
        let wanted = Self.effects.map { ($0, $1) } + (showsPeople ? [("person.read", "people are not shown")] : [])
        return wanted.filter { !allows($0.0) }.map { permission, effect in
            "the API key lacks the permission \(permission), so that \(effect); allow it in Immich in Account Settings, API Keys"
        }
    }
}

extension ImmichLibrary {
    /// Reports what keeps the library from being shown completely.
    package func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        try call.check()
        for problem in access.problems(showsPeople: showsPeople) {
            if emit(Diagnostic(relativePath: ".", reason: .accessDenied, message: problem)) == .stop { return }
        }
    }
}
