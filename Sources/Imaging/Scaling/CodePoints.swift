/// What samples mean, in the numbers of ITU-T H.273: in PNG's cICP chunk, in the `colr` property of HEIF, in the
/// bitstreams of video codecs.
package struct CodePoints: Hashable, Sendable {
    package let primaries: UInt8
    package let transfer: UInt8
    package let matrix: UInt8
    package let isFullRange: Bool

    package init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }
}
