import Foundation
import PhotoModel
import TestSupport

@testable import PickerHost

/// A library of the minimal C backend in a worker, which does what files in its data folder say.
struct WorkerShelf {
    let folder: PluginFolder
    let plugin: String
    private let data: TemporaryFolder

    init(_ name: String = "obeys_files") throws {
        folder = try PluginFolder()
        data = try TemporaryFolder()
        plugin = try folder.add(name)
    }

    func open(_ workers: BackendIsolation.Workers = .init(), threads: Int = 4) async throws -> PhotoLibrary {
        try await PhotoLibrary.open(configuration(threads), registry: registry(workers))
    }

    /// Without a worker.
    func openHere() async throws -> PhotoLibrary {
        try await PhotoLibrary.open(
            configuration(4), registry: BackendRegistry(searchPath: folder.searchPath, probe: .besideTests))
    }

    private func configuration(_ threads: Int) -> LibraryConfiguration {
        LibraryConfiguration(
            root: folder.photos.path, backend: .path(plugin), dataDirectory: data.path, threads: threads)
    }

    func registry(_ workers: BackendIsolation.Workers = .init()) -> BackendRegistry {
        var workers = workers
        workers.executable = workers.executable ?? PackagePaths.helper
        return BackendRegistry(
            searchPath: folder.searchPath, probe: .besideTests, isolation: .worker(workers))
    }

    // MARK: Files

    /// A file in the data folder, which is there once the library was opened.
    private func file(_ name: String) -> String {
        data.path("libraries/\(DataFolder.name(of: folder.photos.path))/\(name)")
    }

    func say(_ name: String) { _ = FileManager.default.createFile(atPath: file(name), contents: nil) }
    func unsay(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }
    func isSaid(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    // MARK: Processes

    /// The workers that run this plugin.
    var processes: [pid_t] { Self.processes(of: plugin) }

    static func processes(of plugin: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { process in
            // A process that has ended and was not waited for has no arguments.
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            let arguments = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return arguments == [PackagePaths.helper, "worker", plugin]
        }
    }

    static let options = ImageOptions(targetSize: nil)
}

extension PhotoLibrary {
    func image(_ identifier: String = "minimal-portrait") async throws -> PixelBuffer {
        try await requestImage(for: identifier, options: WorkerShelf.options).finalImage().pixels
    }
}
