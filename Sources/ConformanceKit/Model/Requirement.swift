internal import BackendAPI
public import PhotoModel

/// What a plugin must declare for a check to apply. A check whose requirements are met can still find out that it does not
/// apply (`CheckStop.notApplicable`).
public enum Requirement: Sendable, Hashable {
    /// These bits are on in `info`.
    case capability(BackendCapabilities)
    /// One of these bits is on.
    case anyCapability(BackendCapabilities)
    /// One of these bits is off: then the operation must be refused (R7.2).
    case noCapability(BackendCapabilities)
    /// `info` names this uniform type identifier among the formats.
    case format(String)
    /// `info` names at least one format that the kit can write.
    case anyKnownFormat

    /// Why a plugin that declares this does not meet the need; nil when it does.
    func unmet(by info: InfoCopy) -> String? {
        switch self {
        case .capability(let wanted):
            info.capabilities.isSuperset(of: wanted) ? nil : "it does not declare \(Self.list(wanted))"
        case .anyCapability(let wanted):
            info.capabilities.isDisjoint(with: wanted) ? "it declares none of \(Self.list(wanted))" : nil
        case .noCapability(let unwanted):
            info.capabilities.isSuperset(of: unwanted) ? "it declares \(Self.list(unwanted))" : nil
        case .format(let format):
            info.formats.contains(format) ? nil : "it does not declare the format \(format)"
        case .anyKnownFormat:
            info.formats.contains(where: PhotoFormat.identifiers.contains)
                ? nil : "it declares none of the formats that the kit can write"
        }
    }

    /// What must be declared, all of it or one.
    var capabilities: BackendCapabilities {
        switch self {
        case .capability(let wanted), .anyCapability(let wanted): wanted
        case .noCapability, .format, .anyKnownFormat: []
        }
    }

    /// Without what a library does not meet the need; empty: it meets it.
    ///
    /// - Parameters:
    ///   - missing: what the library says that it lacks.
    ///   - declared: what its backend has.
    func lacking(_ missing: BackendCapabilities, of declared: BackendCapabilities) -> BackendCapabilities {
        switch self {
        case .capability(let wanted): return wanted.intersection(missing)
        case .anyCapability(let wanted):
            // One that is left is enough.
            let isMet = !wanted.intersection(declared).subtracting(missing).isEmpty
            return isMet ? [] : wanted.intersection(missing)
        case .noCapability, .format, .anyKnownFormat: return []
        }
    }

    /// How `--list` and `--explain` show it.
    public var text: String {
        switch self {
        case .capability(let wanted): Self.list(wanted)
        case .anyCapability(let wanted): "any of " + Self.list(wanted)
        case .noCapability(let unwanted): "no " + Self.list(unwanted)
        case .format(let format): format
        case .anyKnownFormat: "a format that the kit writes"
        }
    }

    private static func list(_ capabilities: BackendCapabilities) -> String {
        capabilities.names.joined(separator: ", ")
    }
}
