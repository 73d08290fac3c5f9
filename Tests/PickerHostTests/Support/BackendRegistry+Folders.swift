import PhotoModel

@testable import PickerHost

extension BackendRegistry {
    /// The backend that a choice means for a folder of photos.
    func select(_ choice: BackendChoice) throws(PhotoError) -> LoadedBackend { try select(choice, for: .folder("/")) }
}
