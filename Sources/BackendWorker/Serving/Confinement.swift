internal import Platform

/// What a worker gives up before it loads its plugin.
package enum Confinement {
    /// What every program needs to read: libraries, their configuration, and facts about the processor.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store", "/proc", "/sys",
    ]
    private static let devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
    /// The folders to which /etc/resolv.conf links on many systems.
    private static let resolver = ["/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf"]
    /// Enough for channels, files, and what libraries open.
    private static let descriptors: Int64 = 1024
    /// Unless the backend adds files, a file may grow to the size of the largest frame.
    private static let fileBytes = Int64(FrameLayout.limit)

    /// Restricts this process, which only tries a plugin, so that it can access no library.
    ///
    /// - Returns: what could not be restricted; nil if everything was that the kernel supports.
    package static func restrict(plugin: String) -> String? {
        do throws(SystemError) {
            try ProcessRestriction.endWithParent()
        } catch {
            return "\(error)"
        }
        return restrict(to: Sandbox(), plugin: plugin)
    }

    /// Restricts this thread and the threads that it starts from now on. No other thread may be running.
    ///
    /// - Parameter plugin: the path of the plugin's file.
    /// - Returns: what could not be restricted; nil if everything was that the kernel supports.
    static func restrict(to sandbox: Sandbox, plugin: String) -> String? {
        // This must come first, because it reads and writes files in /proc.
        ProcessRestriction.endFirstWithoutMemory()
        do throws(SystemError) {
            try ProcessRestriction.limit(resources(of: sandbox))
        } catch {
            return "limits: \(error)"
        }
        do throws(SystemError) {
            try ProcessRestriction.limitFiles(to: places(of: sandbox, plugin))
        } catch {
            return "Landlock: \(error)"
        }
        do throws(SystemError) {
            try ProcessRestriction.limitSystemCalls(permittingConnections: sandbox.network != .none)
        } catch {
            return "seccomp: \(error)"
        }
        return nil
    }

    private static func resources(of sandbox: Sandbox) -> ProcessRestriction.Resources {
        ProcessRestriction.Resources(
            dataBytes: sandbox.memoryBytes == 0 ? nil : MemoryWatch.hardLimit(of: sandbox.memoryBytes),
            fileBytes: sandbox.isRootWritable ? nil : fileBytes, descriptors: descriptors)
    }

    private static func places(of sandbox: Sandbox, _ plugin: String) -> ProcessRestriction.Places {
        var places = ProcessRestriction.Places()
        places.readable = files(of: plugin).map { Array($0.utf8) }
        let libraries = (Environment.value(of: "LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
        let others = [CurrentProcess.programFolder, Environment.value(of: "LIBHEIF_PLUGIN_PATH")].compactMap(\.self)
        places.programs = (system + libraries + others).map { Array($0.utf8) }
        places.devices = devices.map { Array($0.utf8) }
        places.writable = [Environment.value(of: "TMPDIR").map { Array($0.utf8) }, sandbox.data, sandbox.cache]
            .compactMap(\.self)
        if case .ports(let numbers) = sandbox.network {
            places.ports = numbers
            places.readable += resolver.map { Array($0.utf8) }
        }
        if sandbox.root.isEmpty { return places }
        if sandbox.isRootWritable { places.writable.append(sandbox.root) } else { places.readable.append(sandbox.root) }
        return places
    }

    /// The plugin's file, even if it was renamed meanwhile, and the libraries beside it, which it may need ($ORIGIN).
    private static func files(of plugin: String) -> [String] {
        let open = "/proc/self/fd/\(WorkerService.pluginDescriptor)"
        guard let path = try? canonicalPath(plugin), let slash = path.lastIndex(of: "/") else { return [open, plugin] }
        let folder = String(path[...slash])
        let names = (try? folderContents(folder)) ?? []
        return [open, path] + names.filter { $0.hasSuffix(".so") || $0.contains(".so.") }.map { folder + $0 }
    }

    /// The restrictions of workers on this system, in words for people.
    package static var tiers: [String] {
        let version = ProcessRestriction.landlockVersion
        var tiers = ["no new rights, no core files, the end with the host, the first to end without memory"]
        if version > 0 {
            tiers.append("no files but the library's, the index's, the plugin's and the system's (Landlock \(version))")
        }
        if version >= 4 { tiers.append("no TCP") }
        if version >= 5 { tiers.append("no control of devices") }
        if version >= 6 { tiers.append("no signals to others") }
        if ProcessRestriction.canLimitSystemCalls {
            tiers.append("no programs, no processes, no sockets, no looking into other processes (seccomp)")
        } else {
            tiers.append("the kernel has no seccomp: a worker starts programs and talks to other processes as you can")
        }
        if version == 0 { tiers.append("the kernel has no Landlock: a worker reads and writes what you can") }
        return tiers
    }
}
