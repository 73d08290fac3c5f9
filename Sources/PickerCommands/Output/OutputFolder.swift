package import PickerHost
internal import Platform

/// A folder that a command writes into.
package struct OutputFolder: Sendable {
    package let path: FilePath

    /// Makes the folder when it is missing, with those above it.
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

    /// - Parameter path: one that is UTF-8.
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
                // Of "a/" the folder is made with what is above it.
                guard error == .exists, (try? FileStatus(path: path.bytes))?.kind == .folder else { throw error }
            }
        }
    }

    /// Tries whether files can be made in it; leaves none.
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
    /// Refuses a folder in which a library would find what is written as photos of its own.
    package static func check(_ path: FilePath, isOutside library: PhotoLibrary) throws(CommandFailure) {
        guard let inside = library.folder.flatMap({ path.canonical.parts(below: $0) }) else { return }
        // Hidden folders inside it are fine: it does not look there.
        guard !inside.contains(where: { $0.first == UInt8(ascii: ".") }) else { return }
        throw CommandFailure(
            .usage,
            "\(path): is inside the library, which would take what is written for photos; choose another folder")
    }
}
