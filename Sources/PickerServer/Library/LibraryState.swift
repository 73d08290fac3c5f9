internal import PhotoModel

/// The state of a library that may not be open.
enum LibraryState: Sendable {
    case opening
    case open(ServedLibrary)
    /// It could not be opened for this reason, and is tried again.
    case unavailable(PhotoError)

    /// What pages and programs call it.
    var name: String {
        switch self {
        case .opening: "opening"
        case .open: "ready"
        case .unavailable: "unavailable"
        }
    }

    /// The library, if it is open.
    var library: ServedLibrary? { if case .open(let served) = self { served } else { nil } }

    /// Why it is unavailable; nil when it is not.
    var reason: PhotoError? { if case .unavailable(let error) = self { error } else { nil } }
}
