/// In which order waiting requests get a worker.
public enum RequestPriority: Int, Sendable, CaseIterable {
    /// On screen now.
    case visible = 0
    /// Close to the screen.
    case near
    /// Perhaps later.
    case prefetch
}
