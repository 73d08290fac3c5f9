internal import CPlatform

/// A pipe. Both ends are closed on exec from the moment they exist.
package struct Pipe: ~Copyable {
    package let reading: OwnedDescriptor
    /// The writing end; nil after `closeWriting`.
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

    /// Closes the writing end of this process. The reader gets the end once all other processes that have that end have
    /// closed it, too.
    package mutating func closeWriting() {
        writing = nil
        writer = nil
    }
}
