package import BackendKit
package import PhotoModel

// What is not shown for want of a permission.
extension Access {
    /// What does not work without a permission, for those that looking at photos takes.
    private static let effects: KeyValuePairs = [
        "asset.read": "photos are not listed", "asset.statistics": "lists have no length and do not open",
        "asset.view": "there are no thumbnails and images", "asset.download": "originals cannot be read",
        "album.read": "albums are not shown", "user.read": "it is not known whose photos and albums they are",
    ]

    /// One sentence for each permission that is missing, with what to do.
    func problems(showsPeople: Bool) -> [String] {
        let wanted = Self.effects.map { ($0, $1) } + (showsPeople ? [("person.read", "people are not shown")] : [])
        return wanted.filter { !allows($0.0) }.map { permission, effect in
            "the API key lacks the permission \(permission), so that \(effect); allow it in Immich in Account Settings, API Keys"
        }
    }
}

extension ImmichLibrary {
    /// What keeps the library from being shown as it is.
    package func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {
        try call.check()
        for problem in access.problems(showsPeople: showsPeople) {
            if emit(Diagnostic(relativePath: ".", reason: .accessDenied, message: problem)) == .stop { return }
        }
    }
}
