internal import CStills
internal import Imaging
internal import Platform

/// A library that reads still images, which need not be installed. It is loaded when the first file of its formats is
/// read.
public enum StillLibrary: CaseIterable, Sendable {
    case libtiff
    case libjxl
    case openJPEG

    /// Whether it is installed, in the version for which this was compiled. Does not load it.
    public var isInstalled: Bool { DynamicLibrary.isInstalled(fileName) }

    /// What cannot be shown without it, and what to do about it; nil if it is installed.
    public var problem: String? { isInstalled ? nil : advice }

    /// The message if it is missing.
    var advice: String { "\(formats) are shown with \(name), which is missing; install \(package)" }

    /// The Debian package that has it: `libtiff6` has `libtiff.so.6`, `libopenjp2-7` has `libopenjp2.so.7`.
    public var package: String {
        let parts = fileName.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return fileName }
        let endsInDigit = parts[0].last?.isNumber == true
        return parts[0] + (endsInDigit ? "-" : "") + parts[2]
    }

    /// The file name by which the dynamic linker finds it.
    var fileName: String { String(cString: still_library_name(number)) }

    private var number: still_library {
        switch self {
        case .libtiff: STILL_LIBTIFF
        case .libjxl: STILL_LIBJXL
        case .openJPEG: STILL_OPENJPEG
        }
    }

    private var name: String {
        switch self {
        case .libtiff: "libtiff"
        case .libjxl: "libjxl"
        case .openJPEG: "OpenJPEG"
        }
    }

    private var formats: String {
        switch self {
        case .libtiff: "TIFF files"
        case .libjxl: "JPEG XL files"
        case .openJPEG: "JPEG 2000 files"
        }
    }
}

extension FormatSupport {
    /// Everything is supported if the library is installed, otherwise only metadata.
    init(_ library: StillLibrary) {
        let problem = library.problem
        self.init(
            readsHeader: problem == nil, readsMetadata: true, decodesPixels: problem == nil, advice: problem)
    }
}
