internal import CPlatform

/// A pipe. Both ends are closed on exec, without a moment in which they are not.
package struct Pipe: ~Copyable {
    package let reading: OwnedDescriptor
    /// Nil: it was closed.
    package private(set) var writing: Descriptor?
    /// Owns `writing`.
    private var writer: OwnedDescriptor?

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard platform_pipe(&ends) == 0 else { throw .last }
        reading = OwnedDescriptor(ends[0])
        writing = Descriptor(ends[1])
        writer = OwnedDescriptor(ends[1])
    }

    /// The reader comes to the end when those to whom this end was given have closed it, too.
    package mutating func closeWriting() {
        writing = nil
        writer = nil
    }
}
