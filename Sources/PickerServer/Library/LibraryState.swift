internal import PhotoModel

/// The state of a library that need not be open.
enum LibraryState: Sendable {
    case opening
    case open(ServedLibrary)
    /// It could not be opened, for this reason, and will be tried again.
    case unavailable(PhotoError)

    /// The name of the state in JSON.
    var name: String {
        switch self {
        case .opening: "opening"
        case .open: "ready"
        case .unavailable: "unavailable"
        }
    }

    /// The library, if it is open.
    var library: ServedLibrary? { if case .open(let served) = self { served } else { nil } }

    /// Why it is unavailable; nil if it is not.
    var reason: PhotoError? { if case .unavailable(let error) = self { error } else { nil } }
}
