internal import ABIMemory
internal import BackendAPI

/// One direction of the wire for everything that a struct of the ABI points to: a writer puts it into a message and
/// clears the pointers, a reader points them to what came. This way, both directions of a struct share their code.
protocol WireCoder {
    mutating func links(_ next: inout UnsafePointer<picker_link>?) throws(WireError)
    mutating func string(_ text: inout picker_string) throws(WireError)
    mutating func bytes(_ bytes: inout picker_bytes) throws(WireError)
    /// An array of frozen value types. A reader sets `count` to the number of elements that came, unless there is no
    /// array.
    mutating func strings(_ list: inout UnsafePointer<picker_string>?, _ count: inout UInt64) throws(WireError)
    mutating func byteStrings(_ list: inout UnsafePointer<picker_bytes>?, _ count: inout UInt64) throws(WireError)
    mutating func record<Record: WireStruct & BitwiseCopyable>(_ record: inout UnsafePointer<Record>?) throws(WireError)
    mutating func records<Record: WireStruct & BitwiseCopyable>(
        _ list: inout UnsafePointer<UnsafePointer<Record>?>?, _ count: inout UInt32) throws(WireError)
}

/// A struct of the ABI that crosses the wire: its bytes, as far as its `struct_size` goes, and then what it points to.
///
/// Both processes run the same build, so a struct has the same layout in both, without gaps. Pointers never cross: the
/// writer clears them and the reader sets each one again, so `codePointers` must name every pointer of the struct. The
/// conformances are generated from the headers, with a list of them: `WireStructs`.
protocol WireStruct {
    init()
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError)
    /// Codes the links of the struct in the same way.
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError)
    /// Whether each record is sent at once instead of waiting for others.
    static var isUrgent: Bool { get }
    /// The most records that one call may emit if the caller did not ask for a number.
    static var emissionLimit: UInt64 { get }
}

/// The most records that one call of a backend may emit if the caller did not ask for a number, wherever the backend
/// runs.
package let mostEmissions: UInt64 = 1 << 20

extension WireStruct {
    static var isUrgent: Bool { false }
    /// The host keeps all of them: albums, files with problems, changes.
    static var emissionLimit: UInt64 { mostEmissions }
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {}
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) {}
}

extension WireStruct where Self: LinkedStruct {
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) { try wire.links(&next) }
}

extension picker_change {
    /// Observers need each change at once.
    static var isUrgent: Bool { true }
}

extension picker_account_step {
    static var emissionLimit: UInt64 { 1 }
}
