public import PhotoModel

extension PixelBuffer {
    /// Uninitialized memory for the pixels of a frame. It belongs to the frame, and is freed when the host releases the frame.
    ///
    /// - Throws: `.tooLarge` for a size that no memory can hold, `.outOfMemory`.
    public static func forFrame(_ size: PixelSize, _ format: PixelFormat) throws(PhotoError) -> PixelBuffer {
        do throws(PixelBufferError) {
            return try PixelBuffer(size: size, format: format)
        } catch {
            throw PhotoError(error.status, "\(error)")
        }
    }
}

extension PixelBufferError {
    fileprivate var status: PhotoStatus {
        switch self {
        case .invalidSize: .tooLarge
        case .outOfMemory: .outOfMemory
        }
    }
}
