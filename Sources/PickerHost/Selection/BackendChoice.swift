/// Which backend is wanted: the value of `--backend`.
public enum BackendChoice: Hashable, Sendable {
    /// The backend with the highest priority among those that can run.
    case auto
    case id(String)
    case path(String)

    /// Reads `auto`, a path if there is a "/" in it or it ends in ".so", or else an id.
    public init(_ text: String) {
        if text == "auto" {
            self = .auto
        } else if text.contains("/") || text.hasSuffix(".so") {
            self = .path(text)
        } else {
            self = .id(text)
        }
    }
}

extension BackendChoice: CustomStringConvertible {
    /// The choice as it is written on the command line.
    public var description: String {
        switch self {
        case .auto: "auto"
        case .id(let id): id
        case .path(let path): path
        }
    }
}
