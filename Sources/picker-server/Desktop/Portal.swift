internal import ArgumentParser
internal import PickerCommands
internal import Platform

struct Portal: InterruptibleCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portal",
        abstract: "Let programs on this desktop open photos with Picker.",
        discussion: """
            Answers xdg-desktop-portal on the session bus, which starts it when it is needed: where a program opens images \
            or videos, Picker's page opens; other files are left to another file chooser of the desktop.
            """)

    @OptionGroup var given: FolderArgument
    @Option(
        help: ArgumentHelp(
            "The folder of photos (default: the pictures folder), or a name of picker libraries.", valueName: "dir|NAME"
        ), completion: .directory)
    var library: String?

    mutating func run(signals: SignalInbox) async throws -> ExitStatus {
        if let given = given.folder, let library { try LibraryOptions.check(given, isSameAs: library) }
        let arguments = (library ?? given.folder).map { ["--library=\($0)"] } ?? []
        var ending = try Pipe()
        let end = ending.reading.borrowed
        let (results, continuation) = AsyncStream.makeStream(of: BusFailure?.self)
        let thread = JoinableThread {
            do throws(BusFailure) {
                try PortalService(library: arguments).run(until: end)
                continuation.yield(nil)
            } catch {
                continuation.yield(error)
            }
        }
        guard let thread else { throw CommandFailure(.internalError, "there is no thread left for the session bus") }
        signals.endOnHangUp()
        let watch = Task {
            for await signal in signals.stream where signals.asksForEnd(signal) { break }
            continuation.yield(nil)
        }
        let failure = await results.first { _ in true } ?? nil
        watch.cancel()
        ending.closeWriting()
        thread.join()
        if let failure { throw CommandFailure(.unavailable, failure.description) }
        return .done
    }
}
