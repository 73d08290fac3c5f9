internal import ArgumentParser
internal import PhotoModel
internal import PickerCommands
internal import Platform
internal import SessionStorage

/// The store that servers and other commands share.
enum ServerStore {
    /// The store's folder: `server` in the folder for data, where no backend keeps anything and no worker may write.
    ///
    /// - Parameter named: what `--data-dir` says; nil: `picker` in the user's data folder (XDG base directories).
    static func folder(_ named: String?) throws(CommandFailure) -> String {
        // A script may have passed a variable that is not set, and "/server" is not meant then.
        if named?.isEmpty ?? false { throw CommandFailure(.usage, "--data-dir is empty; name a folder") }
        if let named { return "\(named)/server" }
        guard let data = Environment.userFolder("XDG_DATA_HOME", inHome: ".local/share") else {
            throw CommandFailure(
                .unavailable, "there is no folder for data: HOME is no absolute path; name one with --data-dir")
        }
        return "\(data)/picker/server"
    }

    /// Opens the store on a server if `picker store use` named one, and otherwise the one in the folder.
    static func open(_ named: String?) throws(CommandFailure) -> SQLSessionStore {
        let folder = try folder(named)
        if let place = try StorePlace.read(inFolder: folder) { return try open(place, folder) }
        return try attempt { () throws(SessionStoreError) in try SQLSessionStore(folder: folder) }
    }

    /// As `open`, for a command that only reads: on a full disk, it reads what is there.
    static func openForReading(_ named: String?) throws(CommandFailure) -> SQLSessionStore {
        let folder = try folder(named)
        if let place = try StorePlace.read(inFolder: folder) { return try open(place, folder) }
        return try attempt { () throws(SessionStoreError) in
            do throws(SessionStoreError) {
                return try SQLSessionStore(folder: folder)
            } catch {
                guard case .diskFull = error else { throw error }
                return try SQLSessionStore(readingFolder: folder)
            }
        }
    }

    /// Opens a store on a server.
    ///
    /// - Parameter folder: where its secrets are.
    static func open(_ place: StorePlace, _ folder: String) throws(CommandFailure) -> SQLSessionStore {
        let address = try place.address(inFolder: folder)
        return try attempt { () throws(SessionStoreError) in try SQLSessionStore(at: address) }
    }

    /// Opens a store. An error ends the command.
    static func attempt(
        _ open: () throws(SessionStoreError) -> SQLSessionStore
    ) throws(CommandFailure) -> SQLSessionStore {
        do throws(SessionStoreError) {
            return try open()
        } catch {
            throw CommandFailure(ExitStatus(PhotoError(error)), error.description)
        }
    }

    /// As `open`. If the user's own folder cannot be written, the store is in memory and ends with the server, and a warning says
    /// so.
    static func openForServing(_ named: String?) throws(CommandFailure) -> SQLSessionStore {
        let isOnServer = try StorePlace.read(inFolder: folder(named)) != nil
        do throws(CommandFailure) {
            return try open(named)
        } catch {
            guard named == nil, !isOnServer, error.status == .notPermitted else { throw error }
            StandardError.line(
                "picker: warning: \(TextFormat.oneLine(error.message)); sign-ins last as long as this runs, and no other "
                    + "program can ask for photos")
        }
        do throws(SessionStoreError) {
            return try SQLSessionStore.inMemory()
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

    func open() throws(CommandFailure) -> SQLSessionStore { try ServerStore.open(dataDirectory) }

    func openForReading() throws(CommandFailure) -> SQLSessionStore { try ServerStore.openForReading(dataDirectory) }
}

extension Timestamp {
    /// The time of the system's clock.
    static var now: Timestamp { Timestamp(milliseconds: WallTime.now / 1_000_000) }
}
