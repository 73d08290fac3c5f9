internal import PhotoModel

/// What of the first frame of a WebP is coded without loss: the frame, or its alpha.
struct WebPLosslessData {
    /// From where the transforms are.
    let bytes: ArraySlice<UInt8>
    let size: PixelSize

    /// Nil if nothing is, or the frame is larger than the image, which libwebp refuses: there may be no end of its data.
    ///
    /// - Parameter canvas: the size of the image.
    static func find(in file: ByteView, canvas: PixelSize) -> WebPLosslessData? {
        var (view, offset, size) = (file, 12, canvas)
        // Frames are entered without recursion: in a hostile file, one is in another, thousands of times.
        while let type = view.fourCharacters(at: offset), let length = view.littleUInt32(at: offset + 4).map(Int.init) {
            let content = view.slice(upTo: length, at: offset + 8) ?? ByteView([])
            switch type {
            case "VP8L": return ofFrame(content, canvas)
            case "ALPH": return ofAlpha(content, size)
            case "VP8 ": return nil
            case "ANMF":
                guard let width = content.littleUInt32(at: 6), let height = content.littleUInt32(at: 9) else {
                    return nil
                }
                size = PixelSize(width: Int(width & 0xFF_FFFF) + 1, height: Int(height & 0xFF_FFFF) + 1)
                guard size.fits(canvas) else { return nil }
                (view, offset) = (content, 16)
            default: offset += 8 + length + length % 2
            }
        }
        return nil
    }

    private static func ofFrame(_ content: ByteView, _ canvas: PixelSize) -> WebPLosslessData? {
        guard let sides = content.littleUInt32(at: 1), let data = content.slice(upTo: content.count, at: 5) else {
            return nil
        }
        let size = PixelSize(width: Int(sides & 0x3FFF) + 1, height: Int(sides >> 14 & 0x3FFF) + 1)
        return size.fits(canvas) ? WebPLosslessData(bytes: data.bytes, size: size) : nil
    }

    private static func ofAlpha(_ content: ByteView, _ size: PixelSize) -> WebPLosslessData? {
        guard let flags = content.byte(at: 0), flags & 3 == 1, let data = content.slice(upTo: content.count, at: 1)
        else { return nil }
        return WebPLosslessData(bytes: data.bytes, size: size)
    }

    /// The groups of prefix codes, of which libwebp keeps tables.
    ///
    /// - Parameter mostWanted: if there cannot be more, they are not counted, and this is how many there may be at most.
    /// - Throws: `cancelled`.
    func groupCount(mostWanted: Int, _ cancellation: Cancellation) throws(ImagingError) -> Int {
        // One for each square of four pixels, and in no fewer than twenty bits.
        let squares = ((size.width + 3) / 4) * ((size.height + 3) / 4)
        let most = min(1 << 16, squares, bytes.count * 8 / 20)
        guard most > mostWanted else { return most }
        do throws(ImagingError) {
            return try VP8LHeader.groupCount(bytes, size, cancellation)
        } catch {
            guard case .corrupt = error else { throw error }
            return most
        }
    }
}

extension PixelSize {
    fileprivate func fits(_ other: PixelSize) -> Bool { width <= other.width && height <= other.height }
}
