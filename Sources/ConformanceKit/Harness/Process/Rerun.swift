internal import BackendWorker
internal import Platform

/// The same library in another process: a fork that was made before this one went on would share its memory layout, so
/// the helper runs itself.
enum Rerun {
    /// Identifiers by path, and those of the collections in order, as another process sees them.
    static func identifiers(
        _ context: CheckContext
    ) throws(CheckStop) -> (assets: [BytePath: String], collections: [String]) {
        let answer = context.folder / "identifiers"
        try run(context, check: "\(listing):\(answer)")
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

    /// What an order names for a process that lists identifiers into a file.
    static let listing = "(identifiers)"

    /// Writes the identifiers of the library that another process made.
    static func list(_ context: CheckContext, to file: BytePath) throws(CheckStop) {
        let library = try context.open(context.backend(), root: context.root, data: context.dataFolder)
        var lines: [UInt8] = []
        for asset in try library.assets() { lines += (asset.identifier.bytes ?? []) + [0] + asset.path.bytes + [10] }
        for collection in try library.allCollections() { lines += (collection.identifier.bytes ?? []) + [0, 10] }
        try Files.write(lines, to: file)
    }

    private static func run(_ context: CheckContext, check: String) throws(CheckStop) {
        var order = context.order
        order.check = check
        context.step("the same in another process")
        var launch = ProcessLaunch(
            executable: "/proc/self/exe", arguments: [HelperProgram.Task.check.rawValue, order.json])
        launch.name = "picker-helper"
        launch.descriptors = [1: .standardOutput, 2: .standardError]
        let end: Termination
        do throws(SystemError) {
            end = try launch.start().wait()
        } catch {
            throw .harness("no other process: \(error)")
        }
        guard end == .exit(0) else { throw .failed("it does not run again: the other process ended with \(end)") }
    }
}
