internal import Pixels

extension CodedPicture {
    /// The size that the bitstream declares, which is what its decoder takes memory for; the largest of several, nil when
    /// none is found.
    var declaredSize: PixelSize? {
        let sizes = type == "av01" ? AV1SequenceHeader.sizes(self) : HEVCParameterSet.sizes(self)
        return sizes.max { $0.pixelCount < $1.pixelCount }
    }

    /// Whether its decoder would take memory for much more than the file says. Pictures are padded to whole blocks.
    var isLargerThanSaid: Bool {
        guard let declaredSize else { return false }
        return declaredSize.pixelCount > 2 * size.pixelCount + (1 << 20)
    }
}
