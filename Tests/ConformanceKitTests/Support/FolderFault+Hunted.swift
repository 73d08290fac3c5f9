@testable import ConformanceKit

extension FolderFault {
    /// Faults that a hunt for bugs had planted, and that the kit did not find then.
    static let hunted = waiting + leaking + changing + ending + naming + passing + reporting + signing + others

    private static let waiting = [
        FolderFault("cancelled-read-waits", "cancellation.read"),
        FolderFault("cancelled-collections-wait", "cancellation.collections"),
        FolderFault("cancelled-open-waits", "cancellation.open"),
        FolderFault("ext-write-album-ignores-cancel", "write.album-cancelled"),
        FolderFault("ext-heif-ignores-cancel", "heif.cancelled"),
        FolderFault("ext-account-signs-out-anyway", "account.sign-out-cancelled"),
    ]

    private static let leaking = [
        FolderFault("leaks-diagnostics", "resources.leaks-lists"),
        FolderFault("leaks-observing", "resources.leaks-lists"),
        FolderFault("leaks-extensions-asked", "resources.leaks-lists"),
        FolderFault("leaks-info", "resources.leaks-lists"),
        FolderFault("ext-write-leaks-content", "resources.leaks-extensions"),
        FolderFault("ext-write-leaks-descriptor", "resources.leaks-extensions"),
        FolderFault("ext-search-leaks-names", "resources.leaks-extensions"),
        FolderFault("ext-days-leak", "resources.leaks-extensions"),
        FolderFault("ext-index-leaks-photos", "resources.leaks-extensions"),
        FolderFault("ext-video-leaks-pictures", "resources.leaks-extensions"),
        FolderFault("ext-heif-leaks-photos", "resources.leaks-extensions"),
    ]

    private static let changing = [
        FolderFault("observe-looks-at-sizes", "changes.replaced"),
        FolderFault("observe-misses-moves", "changes.moved"),
        FolderFault("shows-what-it-showed", "images.after-change"),
        FolderFault("observe-looks-after-telling", "changes.meanwhile"),
        FolderFault(
            "key-assets-of-before", "changes.moved", "changes.reload-only", "changes.removed", "changes.renamed",
            "changes.replaced", "changes.rewritten"),
    ]

    private static let ending = [
        FolderFault("key-assets-ignore-stop", "fetch.stop"),
        FolderFault("ignores-late-stop", "fetch.many-photos"),
        FolderFault("asks-early-alone", "fetch.many-photos"),
    ]

    private static let naming = [
        FolderFault("takes-4096-names", "fetch.any-names"),
        FolderFault("takes-4096-paths", "fetch.any-names"),
    ]

    /// What is changed and set back within a call.
    private static let passing = [
        FolderFault("ignores-bus-errors-meanwhile", "guest.signals"),
        FolderFault("sets-environment-meanwhile", "guest.environment"),
        FolderFault("sets-locale-meanwhile", "guest.locale"), FolderFault("sets-umask-meanwhile", "guest.umask"),
        FolderFault("sets-limits-meanwhile", "guest.limits"),
    ]

    /// What a refresh says that it did.
    private static let reporting = [
        FolderFault("ext-index-all-is-new", "index.report"),
        FolderFault("ext-index-reads-what-is-not-there", "index.report"),
        FolderFault("ext-index-other-diagnostics", "index.report"),
        FolderFault("ext-index-short-report", "index.report"),
    ]

    /// What a sign-in says that it wants.
    private static let signing = [
        FolderFault("ext-account-ignores-links-of-libraries", "account.links"),
        FolderFault("ext-account-short-step", "account.first-step"),
        FolderFault("ext-account-answers-twice", "account.wrong-answers"),
    ]

    private static let others = [
        FolderFault("ignores-pipes-in-constructor", "guest.signals"),
        FolderFault("logs-after-destroy", "lifecycle.whole"),
        FolderFault("info-frees-texts", "lifecycle.info-stays"),
        FolderFault("fetch-table-reserved", "negotiation.fetch-table-complete"),
        FolderFault("misses-what-it-serves", "library.info"),
        FolderFault("text-in-ascii", "fetch.text"),
        FolderFault("ext-write-ignores-links", "negotiation.critical-links"),
        FolderFault("ext-write-progress-goes-back", "write.adds"),
        FolderFault("ext-days-share-a-record", "threads.extensions"),
        FolderFault("ext-days-tables-pass", "errors.extensions-stay"),
    ]
}
