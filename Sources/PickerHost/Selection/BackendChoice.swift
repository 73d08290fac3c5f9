/// Which backend is wanted: the value of `--backend`.
public enum BackendChoice: Hashable, Sendable {
    /// The highest priority among those that can run.
    case auto
    case id(String)
    case path(String)

    /// `auto`, a path when there is a "/" or the name ends in ".so", else an id.
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
    /// As on the command line.
    public var description: String {
        switch self {
        case .auto: "auto"
        case .id(let id): id
        case .path(let path): path
        }
    }
}
