@testable import ConformanceKit

/// A fault of the C backend over a folder, and the checks that must find it.
struct FolderFault: Sendable, CustomStringConvertible {
    /// What `folder_has` of the C sources knows.
    let name: String
    /// The checks that fail, and no others of their categories.
    let checks: Set<String>
    /// Checks of the same categories that may find it, too: what threads do to each other is seen here or there.
    let others: Set<String>
    var description: String { name }

    init(_ name: String, _ checks: String..., perhaps others: Set<String> = []) {
        self.name = name
        self.checks = Set(checks)
        self.others = others
    }

    /// The least that has to be run to find it.
    var level: Level { checks.compactMap { CheckRegistry.check($0)?.level }.max() ?? .core }

    /// The categories of the checks that must fail.
    var categories: Set<String> { Set(checks.map { String($0.prefix { $0 != "." }) }) }

    static let all =
        negotiation + lifeCycle + library + fetch + images + data + errors + changes + cancellation + guests
        + sequences + extensions + injected + models + hunted + told

    static let negotiation = [
        FolderFault("id-in-capitals", "static.info-texts"),
        FolderFault("unknown-capability", "static.known-capabilities"),
        FolderFault("wants-a-host-of-its-own-age", "negotiation.hosts-of-any-age"),
        FolderFault("wants-equal-size", "negotiation.long-request"),
        FolderFault("overruns-backend-table", "negotiation.short-backend-table", "negotiation.any-table"),
        FolderFault("overruns-info", "negotiation.short-info", "negotiation.any-table"),
        FolderFault("overruns-library-table", "negotiation.short-library-table", "negotiation.any-table"),
        FolderFault("overruns-fetch-table", "negotiation.short-fetch-table", "negotiation.any-table"),
        FolderFault("reads-crop-behind-end", "negotiation.short-image-request"),
        FolderFault("reads-paths-behind-end", "negotiation.short-fetch-request"),
        FolderFault("backend-extension-for-all", "negotiation.unknown-backend-extension"),
        FolderFault("compares-prefix-of-id", "negotiation.unknown-library-extension"),
        FolderFault("refuses-optional-links", "negotiation.optional-links"),
        FolderFault("ignores-critical-links", "negotiation.critical-links", "negotiation.ring-of-links"),
        FolderFault("ignores-unknown-conditions", "negotiation.unknown-condition"),
        FolderFault("says-no-revision", "negotiation.header-revision"),
        FolderFault("overruns-library-info", "negotiation.short-library-info", "negotiation.any-table"),
        FolderFault("library-info-changes", "library.info"),
        FolderFault("misses-what-it-never-had", "library.info"),
        FolderFault("asks-without-title", "static.settings"),
    ]

    static let lifeCycle = [
        FolderFault("asks-time-in-probe", "lifecycle.quiet-start"),
        FolderFault("file-in-probe", "lifecycle.probe-without-effects"),
        FolderFault("info-changes", "lifecycle.info-stays"),
        FolderFault("file-is-io-error", "lifecycle.open-file"),
        FolderFault("opens-missing", "lifecycle.open-missing"),
        FolderFault("opens-addresses", "lifecycle.other-location"),
        FolderFault("details-ignores-shutdown", "lifecycle.closed-after-shutdown"),
        FolderFault("fetch-ignores-shutdown", "lifecycle.fetch-after-shutdown"),
        FolderFault("shutdown-waits", "lifecycle.shutdown-at-once"),
        FolderFault("frames-die-on-close", "lifecycle.frames-outlive-close"),
        FolderFault("forgets-old-fetches", "lifecycle.fetch-outlives-call"),
    ]

    static let library = [
        FolderFault(
            "identifier-changes", "library.identifiers-stay", "library.identifier-recipe", "library.odd-names",
            "library.odd-roots"),
        FolderFault(
            "identifier-not-url-safe", "library.identifiers", "library.identifier-recipe", "library.odd-names",
            "library.odd-roots"),
        FolderFault("identifier-of-its-own", "library.identifier-recipe", "library.odd-names", "library.odd-roots"),
        FolderFault("identifier-without-root", "library.identifier-recipe", "library.odd-names", "library.odd-roots"),
        FolderFault("album-identifier-of-its-own", "library.identifier-recipe"),
        FolderFault("lists-twice", "library.no-photo-twice"),
        FolderFault("not-nested", "library.lists-photos"),
        FolderFault("title-not-utf8", "library.texts", "library.odd-names"),
        FolderFault("text-not-utf8", "library.texts", "library.odd-names"),
        FolderFault("no-raw-names", "library.raw-names", "library.odd-names"),
        FolderFault("follows-links", "library.stays-inside"),
        FolderFault("reserved-not-zero", "library.record-sizes"),
        FolderFault("folder-is-remote", "library.availability"),
        FolderFault("files-take-the-network", "library.availability", "data.without-network"),
        FolderFault("images-take-the-network", "data.without-network"),
        FolderFault("short-record", "library.record-sizes"),
        FolderFault("wrong-size", "library.facts"),
        FolderFault("roll-is-generic", "library.camera-roll"),
        FolderFault(
            "collection-has-other-title", "library.collection-by-identifier", "library.one-record",
            "library.camera-roll"),
        FolderFault("ignores-types", "library.collection-types"),
        FolderFault("estimate-is-wrong", "library.estimates"),
        FolderFault("parent-is-empty", "library.absent-parent"),
        FolderFault("four-key-assets", "library.key-assets"),
        FolderFault("two-representations", "library.details"),
        FolderFault("authorization-unknown", "library.authorization"),
        FolderFault("diagnostic-is-ok", "library.diagnostics"),
        FolderFault("says-not-what-to-do", "library.diagnostics"),
        FolderFault("long-placeholder", "library.placeholders"),
        FolderFault("placeholder-of-another-form", "library.placeholders"),
        FolderFault("albums-come-twice", "library.collection-by-identifier"),
        FolderFault("placeholder-upside-down", "library.placeholders"),
    ]

    static let fetch = [
        FolderFault("repeats-at-boundary", "fetch.windows-tile", "fetch.any-window"),
        FolderFault("behind-end-is-error", "fetch.behind-the-end", "fetch.any-window"),
        FolderFault(
            "fetch-count-off-by-one", "fetch.count-is-enumeration", "fetch.any-names", "fetch.any-query",
            "fetch.any-window"),
        FolderFault("count-forgets-hidden", "fetch.count-with-hidden", "fetch.any-query"),
        FolderFault("hidden-unflagged", "fetch.count-with-hidden", "fetch.any-names", "fetch.any-query"),
        FolderFault("index-from-one", "fetch.index-of", "fetch.any-query"),
        FolderFault("ignores-stop", "fetch.stop"),
        FolderFault("stop-is-cancelled", "fetch.stop"),
        FolderFault("leaks-filter", "fetch.filters-do-not-leak", "fetch.any-query"),
        FolderFault("ignores-media", "fetch.media-types", "fetch.any-query"),
        FolderFault("ignores-limit", "fetch.limit", "fetch.any-names", "fetch.any-query"),
        FolderFault("ignores-descending", "fetch.sort", "fetch.any-query"),
        FolderFault("before-is-inclusive", "fetch.dates", "fetch.any-query"),
        FolderFault("times-unflagged", "fetch.dates"),
        FolderFault("ignores-favorites", "fetch.favorites", "fetch.any-query"),
        FolderFault("ignores-subtypes", "fetch.subtypes", "fetch.any-query"),
        FolderFault("unrated-is-one", "fetch.ratings", "fetch.any-query"),
        FolderFault("text-in-its-case", "fetch.text", "fetch.any-query"),
        FolderFault("text-in-names-alone", "fetch.text", "fetch.any-query"),
        FolderFault("box-has-what-has-no-place", "fetch.place", "fetch.any-query"),
        FolderFault("box-without-edges", "fetch.place", "fetch.any-query"),
        FolderFault("box-does-not-cross", "fetch.place", "fetch.any-query"),
        FolderFault("types-by-beginning", "fetch.content-types"),
        FolderFault("bytes-below-is-inclusive", "fetch.bytes", "fetch.any-query"),
        FolderFault("bytes-without-flag", "fetch.any-query"),
        FolderFault("takes-any-fact", "fetch.invalid-facts"),
    ]

    static let images = [
        FolderFault("never-final", "images.final-frame"),
        FolderFault("two-finals", "images.final-frame"),
        FolderFault("degraded-after-final", "images.nothing-after-final"),
        FolderFault("degraded-in-high-quality", "images.high-quality"),
        FolderFault("two-frames-in-fast", "images.fast"),
        FolderFault("final-is-degraded", "images.opportunistic"),
        FolderFault("frames-ignore-stop", "images.stop"),
        FolderFault("short-stride", "images.frames-make-sense"),
        FolderFault("ignores-accepted-formats", "images.accepted-formats"),
        FolderFault("later-formats-are-invalid", "images.accepted-formats"),
        FolderFault("exact-is-fast", "images.exact-fill", "images.every-request"),
        FolderFault("fast-enlarges", "images.fast-not-enlarged", "images.every-request"),
        FolderFault("fit-stretches", "images.fit-shape", "images.every-request"),
        FolderFault("fills-from-corner", "images.fill-centre", "images.every-request"),
        FolderFault("crop-outside-is-ok", "images.crop-outside"),
        FolderFault("frames-share-pixels", "images.pixels-stay", "images.every-request"),
    ]

    static let data = [
        FolderFault(
            "read-changes-bytes", "data.equals-file", "data.one-version", "data.any-range", "data.replaced",
            "data.every-representation"),
        FolderFault("read-overruns", "data.within-buffer", "data.any-range"),
        FolderFault("read-behind-end-fails", "data.behind-the-end"),
        FolderFault("offset-is-32-bits", "data.behind-the-end"),
        FolderFault("ignores-version", "data.version", "data.one-version", "data.replaced"),
        FolderFault("remembers-version", "data.one-version"),
        FolderFault("reads-halves", "data.one-version"),
    ]

    static let errors = [
        FolderFault("message-not-utf8", "errors.message-text"),
        FolderFault("message-has-lines", "errors.message-text"),
        FolderFault("says-nothing", "errors.messages"),
        FolderFault("message-overruns", "errors.message-capacity"),
        FolderFault("message-length-lies", "errors.message-capacity"),
        FolderFault("touches-error-when-ok", "errors.left-alone"),
        FolderFault("unknown-status", "errors.known-codes"),
        FolderFault("refusal-has-retry-after", "errors.details"),
        FolderFault("unknown-is-internal", "errors.unknown-collection"),
        FolderFault("no-collection-is-ok", "errors.unknown-collection"),
        FolderFault("any-parent", "errors.unknown-parent"),
        FolderFault("any-representation", "errors.unknown-representation"),
        FolderFault("accepts-unknown-scope", "errors.unknown-scope"),
        FolderFault("accepts-unknown-sort", "errors.unknown-sort"),
        FolderFault("reverses-natural-order", "errors.natural-descending"),
        FolderFault("accepts-unknown-modes", "errors.unknown-modes"),
        FolderFault("claims-write", "errors.extensions-as-declared"),
        FolderFault("undeclared-extension", "errors.extensions-as-declared"),
        FolderFault("changes-since-is-ok", "errors.undeclared-changes"),
    ]

    static let changes = [
        FolderFault("observe-misses-removal", "changes.removed"),
        FolderFault("observe-misses-edits", "changes.rewritten"),
        FolderFault("version-stays", "changes.version"),
        FolderFault("change-names-undeclared", "changes.reload-only"),
        FolderFault("observe-invents", "changes.quiet", "changes.told-once"),
        FolderFault("current-is-an-update", "changes.current"),
        FolderFault("collections-are-not-told", "changes.collections"),
    ]

    static let cancellation = [
        FolderFault("open-ignores-cancel", "cancellation.open"),
        FolderFault("image-ignores-cancel", "cancellation.image"),
        FolderFault("window-ignores-cancel", "cancellation.in-the-middle"),
        FolderFault("checks-after-return", "cancellation.silence"),
        FolderFault("emits-after-return", "cancellation.silence"),
        FolderFault("progress-goes-back", "cancellation.progress"),
        FolderFault(
            "observe-ends-slowly", "cancellation.observe-ends", "cancellation.shutdown-ends-observe",
            "cancellation.observe-asks"),
    ]

    static let guests = [
        FolderFault("prints", "guest.silent"), FolderFault("prints-errors", "guest.silent"),
        FolderFault("prints-in-constructor", "guest.silent"), FolderFault("reads-input", "guest.no-input"),
        FolderFault("changes-folder", "guest.working-directory"), FolderFault("handles-signals", "guest.signals"),
        FolderFault("ignores-pipes", "guest.signals"), FolderFault("sets-environment", "guest.environment"),
        FolderFault("sets-time-zone", "guest.time-zone"), FolderFault("sets-umask", "guest.umask"),
        FolderFault("sets-locale", "guest.locale"), FolderFault("sets-limits", "guest.limits"),
        FolderFault("leaks-descriptor", "guest.descriptors"),
        FolderFault("inheritable-descriptor", "guest.close-on-exec", "guest.descriptors"),
        FolderFault("leaves-thread", "guest.threads-end"),
        FolderFault("thread-takes-signals", "guest.signal-mask", "guest.threads-end"),
        FolderFault("leaves-child", "guest.no-processes"), FolderFault("writes-into-root", "guest.writes-nowhere-else"),
        FolderFault("logs-not-utf8", "guest.logs"),
        FolderFault("leaks-fetches", "resources.fetches", "resources.leaks-lists"),
    ]

    /// Faults that show only after calls that have nothing to do with each other.
    static let sequences = [
        FolderFault("misses-are-counted", "fuzz.calls"),
        FolderFault("many-misses-are-counted", "fuzz.many-calls", "fuzz.side-by-side"),
        FolderFault("shares-names", "fuzz.side-by-side"),
        FolderFault("crash-out-of-order", "fuzz.calls"),
        FolderFault("hang-after-cancelled-image", "fuzz.calls"),
        FolderFault("open-clears-frames", "fuzz.calls"),
    ]

    static let extensions = [
        FolderFault("ext-write-changes-bytes", "write.adds", "write.adds-large"),
        FolderFault("ext-write-cuts-large", "write.adds-large"),
        FolderFault("ext-write-overwrites", "write.taken-names"),
        FolderFault("ext-write-third-overwrites", "write.taken-names"),
        FolderFault("ext-write-other-version", "write.adds"),
        FolderFault("ext-write-closed-is-io", "write.read-only"),
        FolderFault("ext-write-makes-no-album", "write.read-only"),
        FolderFault("ext-write-shutdown-waits", "lifecycle.shutdown-at-once"),
        FolderFault("ext-write-another-album", "write.albums"),
        FolderFault("ext-write-any-collection", "write.unknown-collection"),
        FolderFault("ext-write-any-name", "write.names-stay-inside"),
        FolderFault("ext-write-takes-text", "write.not-media"),
        FolderFault("ext-write-ignores-size", "write.wrong-size"),
        FolderFault("ext-write-source-error-is-end", "write.failing-source"),
        FolderFault("ext-write-keeps-cancelled", "write.cancelled"),
        FolderFault("ext-write-after-shutdown", "write.after-shutdown"),
        FolderFault("ext-write-ignores-full-disk", "faults.full-library"),
        FolderFault("ext-search-shares-text", "threads.records"),
        FolderFault("ext-search-finds-none", "search.finds-names"),
        FolderFault("ext-search-finds-all", "search.finds-nothing"),
        FolderFault("ext-search-nothing-is-error", "search.finds-nothing"),
        FolderFault("ext-search-ignores-query", "search.conditions"),
        FolderFault("ext-search-ignores-scope", "search.scopes"),
        FolderFault("ext-search-leaks", "search.does-not-leak"),
        FolderFault("ext-search-after-shutdown", "search.after-shutdown"),
        FolderFault("ext-search-ignores-cancel", "search.cancelled"),
        FolderFault("ext-days-one-too-few", "days.as-read"),
        FolderFault("ext-days-once-each", "days.as-read"),
        FolderFault("ext-days-round-to-zero", "days.as-read"),
        FolderFault("ext-days-refuse-at-the-end", "days.as-read"),
        FolderFault("ext-days-go-on", "days.stops"),
        FolderFault("ext-days-after-shutdown", "days.after-shutdown"),
        FolderFault("ext-days-ignore-cancel", "days.cancelled"),
        FolderFault("ext-account-two-steps", "account.first-step"),
        FolderFault("ext-account-opens-files", "account.first-step"),
        FolderFault("ext-account-lets-all-in", "account.wrong-answers"),
        FolderFault("ext-account-repeats-secrets", "account.wrong-answers"),
        FolderFault("ext-account-wrong-is-error", "account.wrong-answers"),
        FolderFault("ext-account-any-state", "account.foreign-state"),
        FolderFault("ext-account-ignores-links", "account.links"),
        FolderFault("ext-account-ignores-cancel", "account.cancelled"),
        FolderFault("ext-account-nothing-is-error", "account.sign-out"),
        FolderFault("ext-account-signed-out-is-error", "account.signed-out"),
        FolderFault("ext-index-tells-nothing", "index.refresh"),
        FolderFault("ext-index-misses-new", "index.finds-new"),
        FolderFault("ext-index-new-identifiers", "index.rebuild"),
        FolderFault("ext-index-any-mode", "index.unknown-mode"),
        FolderFault("ext-index-overruns-report", "index.short-report"),
        FolderFault("ext-index-ignores-cancel", "index.cancelled"),
        FolderFault("ext-index-progress-goes-back", "index.progress"),
        FolderFault("ext-index-after-shutdown", "index.after-shutdown"),
        FolderFault("ext-video-any-asset", "video.unknown-asset"),
        FolderFault("ext-video-any-representation", "video.unknown-representation"),
        FolderFault("ext-video-photos-are-videos", "video.photos"),
        FolderFault("ext-video-counts-fields", "video.facts"),
        FolderFault("ext-video-milliseconds", "video.listed"),
        FolderFault("ext-video-fills-the-box", "video.posters"),
        FolderFault("ext-video-first-picture", "video.posters"),
        FolderFault("ext-video-damage-is-black", "video.damaged"),
        FolderFault("ext-video-after-shutdown", "video.after-shutdown"),
        FolderFault("ext-heif-any-asset", "heif.unknown-asset"),
        FolderFault("ext-heif-everything", "heif.other-formats"),
        FolderFault("ext-heif-after-shutdown", "heif.after-shutdown"),
    ]

    /// What shows when the host, or the system, refuses something.
    static let injected = [
        FolderFault("needs-limits", "faults.host-extensions"),
        FolderFault("fails-after-cancelled-image", "faults.cancelled-everywhere"),
        FolderFault("ignores-fifth-stop", "faults.stopped-everywhere"),
        FolderFault("needs-data-folder", "faults.no-data-folder"),
        FolderFault("trusts-the-disk", "faults.full-disk", "faults.disk-fills"),
        FolderFault("keeps-libraries", "stress.cycles"),
        FolderFault("leaks-frames", "stress.images"),
        FolderFault("keeps-backends", "stress.backends"),
        FolderFault("opens-only-in-peace", "swap.under-load", "swap.leaves-nothing"),
        FolderFault("forgets-every-sixteenth", "swap.leaves-nothing"),
        FolderFault("windows-pass-over-gone", "stress.changes"),
        FolderFault("six-decoders", "stress.threads"),
    ]
}
