internal import ConversionProcess
package import Platform

/// What the converting program gives up before it reads the first byte of a video. It keeps the socket, the output, and
/// the right to load libraries.
package enum ConversionConfinement {
    /// The files that it may read: libraries, the configuration of the loader, and what libraries read of the system.
    private static let readable = [
        "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/lib", "/lib32", "/lib64", "/opt", "/nix/store",
        "/gnu/store", "/etc/ld.so.cache", "/sys/devices/system/cpu", "/dev/random", "/dev/urandom",
    ]
    /// Address space in addition to that for frames: code, stacks, and what malloc reserves for each thread.
    private static let reservedBytes: Int64 = 2 << 30
    private static let descriptors: Int64 = 64

    /// Permits no files but the libraries, for reading, and no TCP, as far as the kernel can refuse it. Applies to this
    /// thread and those that it starts, which gain no rights and end with the host.
    package static func limitFiles() throws(SystemError) {
        try ProcessRestriction.endWithParent()
        let libraries = (Environment.value(of: "LD_LIBRARY_PATH") ?? "").split(separator: ":").map(String.init)
        let folders = readable + libraries + [CurrentProcess.programFolder].compactMap(\.self)
        var places = ProcessRestriction.Places()
        places.programs = folders.map { Array($0.utf8) }
        try ProcessRestriction.limitFiles(to: places)
    }

    /// Permits no more memory, output and descriptors than the job needs.
    static func limitResources(_ job: ConversionJob) throws(SystemError) {
        let (bytes, overflows) = job.limits.maxMemoryBytes.addingReportingOverflow(reservedBytes)
        try ProcessRestriction.limit(
            ProcessRestriction.Resources(
                addressBytes: overflows ? .max : bytes, fileBytes: job.limits.outputBytes(ofSource: job.byteCount),
                descriptors: descriptors))
        // Without the signal, exceeding the file size limit is an error of `write`.
        Signal.fileSizeLimit.ignore()
    }
}
