internal import ArgumentParser
internal import PhotoModel
internal import Platform
internal import SessionStorage

/// The store that servers and the commands beside them share.
enum ServerStore {
    /// `server` in the folder for data, where no backend keeps anything and no worker may write.
    ///
    /// - Parameter named: what `--data-dir` says; nil: `picker` in the user's data folder (XDG base directories).
    private static func folder(_ named: String?) throws(CommandFailure) -> String {
        if let named { return "\(named)/server" }
        guard let data = Environment.userFolder("XDG_DATA_HOME", inHome: ".local/share") else {
            throw CommandFailure(.unavailable, "there is no folder for data: HOME is not set; name one with --data-dir")
        }
        return "\(data)/picker/server"
    }

    static func open(_ named: String?) throws(CommandFailure) -> SQLiteSessionStore {
        let folder = try folder(named)
        do throws(SessionStoreError) {
            return try SQLiteSessionStore(folder: folder)
        } catch {
            throw CommandFailure(ExitStatus(PhotoError(error)), error.description)
        }
    }

    /// As `open`. Where the user's own folder cannot be written, the store ends with the server, and that is said.
    static func openForServing(_ named: String?) throws(CommandFailure) -> SQLiteSessionStore {
        do throws(CommandFailure) {
            return try open(named)
        } catch {
            guard named == nil, error.status == .notPermitted || error.status == .unavailable else { throw error }
            StandardError.line(
                "picker: warning: \(TextFormat.oneLine(error.message)); sign-ins last as long as this runs, and no other "
                    + "program can ask for photos")
        }
        do throws(SessionStoreError) {
            return try SQLiteSessionStore.inMemory()
        } catch {
            throw CommandFailure(.internalError, error.description)
        }
    }
}

/// Which store: an option of the commands that need no library.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: ArgumentHelp("The folder for data, as picker serve has it.", valueName: "dir"), completion: .directory)
    var dataDirectory: String?

    func open() throws(CommandFailure) -> SQLiteSessionStore { try ServerStore.open(dataDirectory) }
}

extension Timestamp {
    /// The time of the system's clock.
    static var now: Timestamp { Timestamp(milliseconds: WallTime.now / 1_000_000) }
}
