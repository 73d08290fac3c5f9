package import PickerHost
internal import Platform

/// A folder that a command writes into.
package struct OutputFolder: Sendable {
    package let path: FilePath

    /// Makes the folder if it does not exist, with those above it.
    package init(_ path: FilePath) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            try Self.make(path)
        } catch {
            let kind = (try? FileStatus(path: path.bytes))?.kind
            let isTaken = kind != nil && kind != .folder
            let reason = isTaken ? "there is a file of that name" : "check its permissions"
            throw CommandFailure(.cannotWrite, "\(path): cannot be created: \(reason)")
        }
    }

    /// - Parameter path: a path that is UTF-8.
    package init(_ path: String) throws(CommandFailure) { try self.init(FilePath(path)) }

    private static func make(_ path: FilePath) throws(SystemError) {
        if (try? FileStatus(path: path.bytes))?.kind == .folder { return }
        do throws(SystemError) {
            try Descriptor.workingFolder.makeFolder(path.bytes)
        } catch {
            guard error == .notFound, path.folder != path else { throw error }
            try make(path.folder)
            do throws(SystemError) {
                try Descriptor.workingFolder.makeFolder(path.bytes)
            } catch {
                // What is above "a/" is "a": the folder exists now.
                guard error == .exists, (try? FileStatus(path: path.bytes))?.kind == .folder else { throw error }
            }
        }
    }

    /// Checks that files can be made in the folder; leaves none behind.
    package func check() throws(CommandFailure) {
        do throws(CommandFailure) {
            _ = try AtomicFile(path: path.appending("picker-check".utf8))
        } catch {
            throw CommandFailure(
                .cannotWrite, "\(path): no files can be made in it: check its permissions and its disk")
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
        try OutputTarget(path.appending(name.utf8)).write(bytes)
    }
}

extension OutputFolder {
    /// Refuses a folder inside the library, which would take what is written there for photos.
    package static func check(_ path: FilePath, isOutside library: PhotoLibrary) throws(CommandFailure) {
        guard let inside = library.folder.flatMap({ path.canonical.parts(below: $0) }) else { return }
        // Hidden folders are fine: the library ignores them.
        guard !inside.contains(where: { $0.first == UInt8(ascii: ".") }) else { return }
        throw CommandFailure(
            .usage,
            "\(path): is inside the library, which would take what is written for photos; choose another folder")
    }
}
