internal import Platform

/// What a worker gives up before it loads its plugin.
package enum Confinement {
    /// What every program needs to read: libraries, their settings, what the processor is.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store", "/proc", "/sys",
    ]
    private static let devices = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
    /// Where /etc/resolv.conf leads to on many systems.
    private static let resolver = ["/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf"]
    /// Channels, files and what libraries have open.
    private static let descriptors: Int64 = 1024
    /// A file that is written has at most as many bytes as a frame may have, unless the backend adds files.
    private static let fileBytes = Int64(FrameLayout.limit)

    /// Restricts this process, which is to try a plugin and to end then: to no library.
    ///
    /// - Returns: what did not work; nil: all did that the kernel can.
    package static func restrict(plugin: String) -> String? {
        do throws(SystemError) {
            try ProcessRestriction.endWithParent()
        } catch {
            return "\(error)"
        }
        return restrict(to: Sandbox(), plugin: plugin)
    }

    /// Restricts this thread and those that it starts. No other thread may run.
    ///
    /// - Parameter plugin: the path of its file.
    /// - Returns: what did not work; nil: all did that the kernel can.
    static func restrict(to sandbox: Sandbox, plugin: String) -> String? {
        // Reads and writes files of the system, so it comes first.
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

    /// The plugin's file, whatever its name is by now, and the libraries beside it, which it may need ($ORIGIN).
    private static func files(of plugin: String) -> [String] {
        let open = "/proc/self/fd/\(WorkerService.pluginDescriptor)"
        guard let path = try? canonicalPath(plugin), let slash = path.lastIndex(of: "/") else { return [open, plugin] }
        let folder = String(path[...slash])
        let names = (try? folderContents(folder)) ?? []
        return [open, path] + names.filter { $0.hasSuffix(".so") || $0.contains(".so.") }.map { folder + $0 }
    }

    /// What holds for workers on this system, for people.
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
