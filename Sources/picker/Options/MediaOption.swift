internal import ArgumentParser
internal import PhotoModel
internal import PickerServer

/// `--media image|video|any`
enum MediaOption: String, ExpressibleByArgument, CaseIterable {
    case image, video, any

    var types: MediaTypes {
        switch self {
        case .image: .image
        case .video: .video
        case .any: .any
        }
    }

    var filter: MediaFilter {
        switch self {
        case .image: .image
        case .video: .video
        case .any: .any
        }
    }
}
