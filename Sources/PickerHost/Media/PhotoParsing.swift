internal import BackendWorker
internal import ConversionProcess
internal import Imaging
internal import PhotoModel
internal import Platform

/// Reads what photos' files say: in this process, or, for libraries whose plugins are isolated, in a confined one
/// (`picker-helper convert`), so that the host parses nothing that may be hostile (decision 0058).
struct PhotoParsing {
    /// Of a block of EXIF: no JPEG can hold more.
    private static let largestBlock = 1 << 16
    /// The task takes milliseconds; a helper that says nothing for so long hangs.
    private static let silenceMilliseconds = 20_000

    let isConfined: Bool
    let cancellation: Cancellation

    /// What is known of a photo that is to be written as a JPEG.
    enum Compatibility {
        /// It is a JPEG that need not be turned.
        case isUpright
        /// The EXIF block of the JPEG; nil when there is none.
        case exif([UInt8]?)
    }

    /// - Parameters:
    ///   - head: the beginning of the file.
    ///   - size: of the JPEG, in pixels.
    ///   - mayStay: whether a JPEG that need not be turned stays as it is.
    func compatibility(
        _ head: [UInt8], size: PixelSize, keepsLocation: Bool, mayStay: Bool
    ) throws(PhotoError) -> Compatibility {
        guard isConfined else {
            let photo = PhotoRewriting(ImageSource(bytes: head))
            return mayStay && photo.isUprightJPEG
                ? .isUpright : .exif(photo.exifBlock(size: size, keepsLocation: keepsLocation))
        }
        let input = try PhotoError.inWords { () throws(ImagingError) in
            let spool = try ImageSpool()
            try spool.append(head)
            return try spool.source()
        }
        var job = ConversionJob(byteCount: Int64(head.count), keepsLocation: keepsLocation)
        job.limits.maxOutputBytes = Int64(Self.largestBlock)
        job.task = .uprightEXIF(
            width: Int32(clamping: size.width), height: Int32(clamping: size.height), mayStay: mayStay)
        guard let output = try run(job, input) else { return .isUpright }
        let block = try PhotoError.inWords { () throws(ImagingError) in
            try output.source().read(at: 0, count: Self.largestBlock)
        }
        return .exif(block.isEmpty ? nil : block)
    }

    /// The JPEG without its place.
    ///
    /// - Parameter file: all of it.
    func withoutLocation(_ file: ImageSource) throws(PhotoError) -> LocationFreeContent {
        guard isConfined else {
            return .parsed(try PhotoError.inWords { () throws(ImagingError) in try file.withoutLocation() })
        }
        var job = ConversionJob(byteCount: Int64(file.byteCount), keepsLocation: false)
        // Metadata may grow when they are written again.
        job.limits.maxOutputBytes = 2 * min(job.byteCount, .max >> 2) + (1 << 20)
        job.task = .locationFreeJPEG
        guard let output = try run(job, file) else {
            throw PhotoError(.internal, "the program that converts media wrote nothing")
        }
        return .made(try PhotoError.inWords { () throws(ImagingError) in try output.source() }, offset: 0)
    }

    /// What the helper wrote; nil when the file stays as it is.
    private func run(_ job: ConversionJob, _ input: ImageSource) throws(PhotoError) -> ImageSpool? {
        guard let executable = HelperProgram.path else {
            throw PhotoError(
                .unsupported,
                "picker-helper is not installed: without it no photo of an isolated library is rewritten")
        }
        var program = ConversionProgram(executable: executable, arguments: [HelperProgram.Task.convert.rawValue])
        program.silenceMilliseconds = Self.silenceMilliseconds
        let output = try PhotoError.inWords { () throws(ImagingError) in try ImageSpool() }
        let isWritten = try program.run(
            job, input: input.fileNumber.map(Descriptor.init), output: Descriptor(output.fileNumber),
            cancellation: cancellation
        ) { (_, _) throws(PhotoError) in
            // A photo's task has its input; it has nothing to ask for.
            throw PhotoError(.internal, "the program that converts media asked for what it has")
        }
        withExtendedLifetime(input) {}
        return isWritten ? output : nil
    }
}

/// A photo without its place: parsed while it is read, or made before.
enum LocationFreeContent: Sendable {
    private static let pieceLength = 256 << 10

    case parsed(LocationFreeJPEG)
    case made(ImageSource, offset: Int)

    /// The next bytes; nil at the end.
    mutating func next() throws(ImagingError) -> [UInt8]? {
        switch self {
        case .parsed(var jpeg):
            let piece = try jpeg.next()
            self = .parsed(jpeg)
            return piece
        case .made(let source, let offset):
            let piece = try source.read(at: offset, count: Self.pieceLength)
            self = .made(source, offset: offset + piece.count)
            return piece.isEmpty ? nil : piece
        }
    }
}
