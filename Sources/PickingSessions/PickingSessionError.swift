public import PhotoModel

/// Why a picking session refused an action. The session is unchanged after any of these.
public enum PickingSessionError: Error, Equatable, Sendable {
    /// The session was finished, cancelled or has expired.
    case notPending(PickingSession.State)
    /// More assets than the selection limit.
    case overLimit(limit: Int)
    /// Fewer assets than the minimum.
    case belowMinimum(minimum: Int, selected: Int)
    /// The media filter does not allow this asset.
    case mediaTypeNotAllowed(localIdentifier: String, filter: MediaFilter)
    /// Whole collections may not be picked in this session.
    case wholeAlbumsNotAllowed
}

extension PickingSessionError: CustomStringConvertible {
    /// One line for people, which says what to do.
    public var description: String {
        switch self {
        case .notPending(.picked): "This session is finished: its assets were picked."
        case .notPending(.cancelled): "This session was cancelled."
        case .notPending(.expired): "This session has expired. Start a new one."
        case .notPending(.pending): "This session is still open."
        case .overLimit(let limit): "At most \(limit) can be picked. Deselect some."
        case .belowMinimum(let minimum, let selected):
            "At least \(minimum) must be picked and \(selected) are selected. Select more."
        case .mediaTypeNotAllowed(let identifier, .image): "Only photos can be picked, and \(identifier) is not one."
        case .mediaTypeNotAllowed(let identifier, .video): "Only videos can be picked, and \(identifier) is not one."
        case .mediaTypeNotAllowed(let identifier, .any): "\(identifier) cannot be picked."
        case .wholeAlbumsNotAllowed: "Whole albums cannot be picked here. Select photos of them."
        }
    }
}
