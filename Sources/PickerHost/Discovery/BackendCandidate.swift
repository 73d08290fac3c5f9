public import PhotoModel
internal import Platform

/// A plugin that was found, before any of its code ran.
public struct BackendCandidate: Sendable {
    /// Path of the shared library.
    public let path: String
    /// What its manifest says; nil for a bare `.so`.
    public let declared: BackendInfo?
    /// Versions of the ABI that its manifest says it speaks; nil for a bare `.so`.
    public let declaredABI: [UInt32]?
    /// Path of the manifest.
    public let manifestPath: String?
    /// The path of the program that brings photos into its libraries, from the manifest; nil when there is none.
    public let ingestPath: String?
    /// The folder that it was found in.
    public let folder: BackendSearchPath.Folder
    /// The capabilities in its manifest that this host does not know.
    public internal(set) var unknownCapabilities: [String] = []
}

/// What was found in the search path.
struct BackendDiscovery {
    /// In the order of the folders; within one by name.
    var candidates: [BackendCandidate] = []
    /// Files that look like plugins but are not, with the reason; one bad plugin never makes the listing fail.
    var rejected: [(path: String, error: PhotoError)] = []

    init(_ searchPath: BackendSearchPath) {
        for folder in searchPath.folders { scan(folder) }
    }

    private mutating func scan(_ folder: BackendSearchPath.Folder) {
        guard let names = try? folderContents(folder.path) else {
            // Folders that the user named must be there; the others need not.
            if folder.reason == .option {
                rejected.append((folder.path, PhotoError(.notFound, "\(folder.path): no such folder of backends")))
            }
            return
        }
        var described: Set<String> = []
        for manifest in manifests(in: folder.path, names: names) {
            if let library = add(manifest: manifest, folder: folder) { described.insert(library) }
        }
        for name in names where isPlugin(name, in: folder) && !described.contains("\(folder.path)/\(name)") {
            candidates.append(
                BackendCandidate(
                    path: "\(folder.path)/\(name)", declared: nil, declaredABI: nil, manifestPath: nil,
                    ingestPath: nil, folder: folder))
        }
    }

    /// A build tree contains other libraries as well, so only those with a manifest count there.
    private func isPlugin(_ name: String, in folder: BackendSearchPath.Folder) -> Bool {
        name.hasSuffix(".so") && folder.reason != .buildTree
    }

    /// Manifests of a folder. SwiftPM puts those of a build into `X.resources` beside the libraries.
    private func manifests(in folder: String, names: [String]) -> [(path: String, base: String)] {
        var found: [(String, String)] = []
        for name in names {
            if name.hasSuffix(BackendManifest.fileSuffix) {
                found.append(("\(folder)/\(name)", folder))
            } else if name.hasSuffix(".resources") {
                let inner = (try? folderContents("\(folder)/\(name)")) ?? []
                for manifest in inner where manifest.hasSuffix(BackendManifest.fileSuffix) {
                    found.append(("\(folder)/\(name)/\(manifest)", folder))
                }
            }
        }
        return found
    }

    /// - Returns: the path of the library that the manifest describes.
    private mutating func add(
        manifest: (path: String, base: String), folder: BackendSearchPath.Folder
    ) -> String? {
        do throws(PhotoError) {
            let document = try BackendManifest(path: manifest.path)
            let library = "\(manifest.base)/\(document.library)"
            candidates.append(
                BackendCandidate(
                    path: library, declared: document.info, declaredABI: document.abi,
                    manifestPath: manifest.path, ingestPath: document.ingest.map { "\(manifest.base)/\($0)" },
                    folder: folder, unknownCapabilities: document.unknownCapabilities))
            return library
        } catch {
            rejected.append((manifest.path, error))
            return nil
        }
    }
}
