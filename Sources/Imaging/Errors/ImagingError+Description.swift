internal import SystemPackage

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no file at \(path); check the path"
        case .notRegularFile(let path): "\(path) is not a regular file; give the path of an image file"
        case .io(let path, let code): Self.describe(path: path, code: code)
        case .unsupportedFormat(let what): "\(what) cannot be decoded here; convert it, or use a backend that can"
        case .corrupt(let what): "the image is damaged: \(what); restore it from its source"
        case .tooLarge(let what): "the image is too large: \(what); raise the limits to decode it"
        case .cancelled: "the request was cancelled"
        case .timedOut(let seconds):
            "decoding took more than the \(seconds) seconds that are allowed; raise the limit, or ask for a smaller size"
        case .outOfMemory(let bytes): "out of memory for an image of \(bytes) bytes; ask for a smaller size"
        case .invalidRequest(let what): "the request is not possible: \(what)"
        }
    }

    private static func describe(path: String?, code: CInt) -> String {
        let reason = Errno(rawValue: code).description
        guard let path else { return "the image cannot be read: \(reason)" }
        return "\(path) cannot be read: \(reason)"
    }
}
