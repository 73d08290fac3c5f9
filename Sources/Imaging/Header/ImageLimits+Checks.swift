internal import Pixels

extension ImageLimits {
    func check(pixels size: PixelSize) throws(ImagingError) {
        guard size.pixelCount <= maxPixels else {
            throw .tooLarge("\(size) pixels, where \(maxPixels) are allowed")
        }
    }

    func check(fileBytes: Int) throws(ImagingError) {
        guard fileBytes <= maxFileBytes else {
            throw .tooLarge("a file of \(fileBytes) bytes, where \(maxFileBytes) are allowed")
        }
    }

    func check(memoryBytes: Int) throws(ImagingError) {
        guard memoryBytes <= maxMemoryBytes else {
            throw .tooLarge("decoding takes \(memoryBytes) bytes of memory, where \(maxMemoryBytes) are allowed")
        }
    }
}
