import Foundation
import Testing

/// Bytes of memory that this process had at most since `resetPeak`.
func peak() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.split(separator: " ").dropLast().last ?? "")) << 10
}

/// Lets the peak begin at what there is now, and returns that.
func resetPeak() throws -> Int {
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return try peak()
}
