public import PhotoModel

/// A library in which text can be searched for. Its backend declares the capability `search`, and no other does;
/// `BackendEntry` checks that.
public protocol SearchableLibrary: BackendLibrary {
    /// Begins a fetch of the assets that match `text` (file name, title, keywords, camera, date words), best first unless
    /// the options sort.
    ///
    /// - Throws: as `fetch`.
    func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, call: BackendCall
    ) throws(PhotoError) -> Fetch
}
