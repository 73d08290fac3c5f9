@testable import ConformanceKit

extension FolderFault {
    /// Faults that show when whole answers are compared with a model, and hardly in samples.
    static let models = [
        FolderFault("one-sort-key", "fetch.any-query"),
        FolderFault("repeats-identifiers", "fetch.any-names"),
        FolderFault("accepts-unknown-hidden", "errors.unknown-hidden"),
        FolderFault("misses-last-column", "images.every-pixel", "images.every-request"),
        FolderFault("degraded-shows-all", "images.every-request"),
        FolderFault("reads-a-megabyte", "data.any-range", "data.long-read", "data.one-version"),
        FolderFault("version-of-size-and-date", "data.replaced"),
        FolderFault("reads-without-asking", "data.long-read"),
        FolderFault("takes-surrogates", "library.odd-names"),
        FolderFault("needs-plain-roots", "library.odd-roots"),
        FolderFault("whole-seconds", "library.times"),
        FolderFault("reads-whole-queries", "negotiation.any-query"),
        FolderFault("reads-whole-limits", "negotiation.any-request"),
        FolderFault("one-host", "lifecycle.hosts-apart"),
        FolderFault("one-root", "lifecycle.libraries-apart", "lifecycle.failed-open"),
        FolderFault("blocks-signals", "guest.thread-state"),
        FolderFault("lowers-priority", "guest.thread-state"),
        FolderFault("closes-twice", "guest.others-descriptors"),
        FolderFault("leaves-daemon", "guest.no-processes"),
        FolderFault("hides-hidden-bytes", "library.hidden-assets"),
        FolderFault("diagnostics-go-on", "library.diagnostics"),
        FolderFault("photos-have-videos", "library.details"),
        FolderFault("observes-once", "changes.observers"),
        FolderFault("observes-late", "changes.from-the-first"),
        FolderFault("second-shutdown-opens", "lifecycle.shutdown-again"),
        FolderFault("names-of-64-bytes", "hostile.long-names"),
        FolderFault("all-is-incomplete", "images.every-pixel", "images.every-request"),
        FolderFault("crop-sums-overflow", "images.crop-outside"),
        FolderFault("identifiers-by-beginning", "errors.unknown-collection"),
        FolderFault("versions-are-zero", "data.versions-told", perhaps: ["data.replaced"]),
        FolderFault("release-logs", "lifecycle.quiet-release"),
        FolderFault("refuses-linked-calls", "negotiation.linked-calls"),
        FolderFault("shares-records", "threads.records", perhaps: ["threads.fetches", "threads.mixed"]),
        FolderFault(
            "leaks-kilobytes", "resources.leaks-images", "resources.leaks-reads", "resources.leaks-lists",
            "resources.leaks-starts"),
    ]
}
