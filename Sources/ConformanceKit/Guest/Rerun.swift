#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The same library in another process: a fork that was made before this one went on would share its memory layout, so
/// the helper runs itself.
enum Rerun {
    /// Identifiers by path, and those of the collections in order, as another process sees them.
    static func identifiers(_ trial: Trial) throws(CheckStop) -> (assets: [BytePath: String], collections: [String]) {
        let answer = trial.folder / "identifiers"
        try run(trial, check: "\(listing):\(answer)")
        var assets: [BytePath: String] = [:]
        var collections: [String] = []
        for line in try Files.read(answer).split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let identifier = String(decoding: parts[0], as: UTF8.self)
            if parts[1].isEmpty {
                collections.append(identifier)
            } else {
                assets[BytePath(Array(parts[1]))] = identifier
            }
        }
        return (assets, collections)
    }

    /// What stands in an order for a process that lists identifiers into a file.
    static let listing = "(identifiers)"

    /// Writes the identifiers of the library that another process made.
    static func list(_ trial: Trial, to file: BytePath) throws(CheckStop) {
        let library = try trial.open(trial.backend(), root: trial.root, data: trial.dataFolder)
        var lines: [UInt8] = []
        for asset in try library.assets() { lines += (asset.identifier.bytes ?? []) + [0] + asset.path.bytes + [10] }
        for collection in try library.allCollections() { lines += (collection.identifier.bytes ?? []) + [0, 10] }
        try Files.write(lines, to: file)
    }

    private static func run(_ trial: Trial, check: String) throws(CheckStop) {
        var order = trial.order
        order.check = check
        trial.step("the same in another process")
        var child = pid_t()
        let words: [String] = ["picker-conformance-child", order.json]
        let arguments = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        let status = posix_spawn(&child, "/proc/self/exe", nil, nil, arguments + [nil], environ)
        guard status == 0 else { throw .harness("no other process: \(String(cString: strerror(status)))") }
        var end: Int32 = 0
        while waitpid(child, &end, 0) < 0, errno == EINTR {}
        guard end == 0 else { throw .failed("it does not run again: the other process ended with \(end)") }
    }
}
