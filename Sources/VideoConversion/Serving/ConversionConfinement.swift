internal import ConversionProcess
package import Platform

/// What the program that converts can no longer do before it sees the first byte of a video: it has the socket, the
/// output, and libraries to load.
package enum ConversionConfinement {
    /// Where libraries are, what the loader knows of them, and what libraries ask of the system.
    private static let readable = [
        "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/lib", "/lib32", "/lib64", "/opt", "/nix/store",
        "/gnu/store", "/etc/ld.so.cache", "/sys/devices/system/cpu", "/dev/random", "/dev/urandom",
    ]
    /// Besides what frames need: code, stacks, and what malloc sets aside for each thread.
    private static let reservedBytes: Int64 = 2 << 30
    private static let descriptors: Int64 = 64

    /// No files but the libraries, to be read; no TCP, as far as the kernel can refuse it. Holds for this thread and those
    /// that it starts, which gain no rights and end with the host.
    package static func limitFiles() throws(SystemError) {
        try ProcessRestriction.endWithParent()
        let libraries = (Environment.value(of: "LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
        let folders = readable + libraries + [CurrentProcess.programFolder].compactMap(\.self)
        var places = ProcessRestriction.Places()
        places.programs = folders.map { Array($0.utf8) }
        try ProcessRestriction.limitFiles(to: places)
    }

    /// No more memory, output and descriptors than the job needs.
    static func limitResources(_ job: ConversionJob) throws(SystemError) {
        let (bytes, overflows) = job.limits.maxMemoryBytes.addingReportingOverflow(reservedBytes)
        try ProcessRestriction.limit(
            ProcessRestriction.Resources(
                addressBytes: overflows ? .max : bytes, fileBytes: job.limits.outputBytes(ofSource: job.byteCount),
                descriptors: descriptors))
        // A file that may not grow is an error of the write.
        Signal.fileSizeLimit.ignore()
    }
}
