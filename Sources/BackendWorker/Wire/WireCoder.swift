internal import ABIMemory
internal import BackendAPI

/// One direction of the wire for what a struct of the ABI points to: a writer puts it into a message and clears the
/// pointers, a reader sets them to what came. So both sides of a struct are one piece of code.
protocol WireCoder {
    mutating func links(_ next: inout UnsafePointer<picker_link>?) throws(WireError)
    mutating func string(_ text: inout picker_string) throws(WireError)
    mutating func bytes(_ bytes: inout picker_bytes) throws(WireError)
    /// An array of frozen value types. `count` is that of the message afterwards, unless there is no array.
    mutating func strings(_ list: inout UnsafePointer<picker_string>?, _ count: inout UInt64) throws(WireError)
    mutating func byteStrings(_ list: inout UnsafePointer<picker_bytes>?, _ count: inout UInt64) throws(WireError)
    mutating func record<Record: WireStruct & BitwiseCopyable>(_ record: inout UnsafePointer<Record>?) throws(WireError)
    mutating func records<Record: WireStruct & BitwiseCopyable>(
        _ list: inout UnsafePointer<UnsafePointer<Record>?>?, _ count: inout UInt32) throws(WireError)
}

/// A struct of the ABI that crosses the wire: its bytes, as far as its `struct_size` goes, and then what it points to.
///
/// Both processes are of one build, and a struct has no gaps and the same layout in both. Pointers never cross: the
/// writer clears them and the reader sets each one again, so `codePointers` names every pointer of the struct. It is made from
/// the headers, with its list: `WireStructs`.
protocol WireStruct {
    init()
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError)
    /// The same for its links.
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError)
    /// Whether a caller waits for each record as it comes, so that none waits for others.
    static var isUrgent: Bool { get }
    /// Records that one call emits at most, where no one asked for a number of them.
    static var emissionLimit: UInt64 { get }
}

/// Records that one call of a backend emits at most, where no one asked for a number of them, wherever it runs.
package let mostEmissions: UInt64 = 1 << 20

extension WireStruct {
    static var isUrgent: Bool { false }
    /// Of albums, files with problems, changes: the host keeps them all.
    static var emissionLimit: UInt64 { mostEmissions }
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {}
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) {}
}

extension WireStruct where Self: LinkedStruct {
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) { try wire.links(&next) }
}

extension picker_change {
    /// Observers do not wait.
    static var isUrgent: Bool { true }
}

extension picker_account_step {
    static var emissionLimit: UInt64 { 1 }
}
