internal import ConversionProcess
internal import Imaging
internal import PhotoModel
internal import Platform

/// A task of the helper program with a photo's file.
struct PhotoTask {
    let job: ConversionJob
    /// The descriptor of the open file, of which `run` takes ownership.
    let input: Int32

    func run(into output: Descriptor) -> ConversionEnding {
        do throws(ImagingError) {
            return try made(of: PhotoRewriting(adopting: input), into: output)
        } catch {
            return .failed(ConversionFailure(error.status, String(describing: error), systemErrno: error.systemErrno))
        }
    }

    private func made(of photo: PhotoRewriting, into output: Descriptor) throws(ImagingError) -> ConversionEnding {
        let write = { (bytes: [UInt8]) throws(SystemError) in try output.write(bytes) }
        switch job.task {
        case .video: return .failed(ConversionFailure(.internal, "a video is no photo"))
        case .locationFreeJPEG: return ending(try photo.withoutLocation(write))
        case .uprightEXIF(let width, let height, let mayStay):
            if mayStay, photo.isUprightJPEG { return .unchanged }
            let size = PixelSize(width: Int(width), height: Int(height))
            let block = photo.exifBlock(size: size, keepsLocation: job.keepsLocation) ?? []
            do throws(SystemError) {
                try write(block)
                return .written
            } catch {
                return ending(error)
            }
        }
    }

    private func ending(_ failure: SystemError?) -> ConversionEnding {
        guard let failure else { return .written }
        let status = ImagingError.io(path: nil, code: failure.code).status
        return .failed(ConversionFailure(status, "it cannot be written: \(failure)", systemErrno: failure.code))
    }
}
