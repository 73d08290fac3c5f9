public import PhotoModel

/// A library with an index that can be brought up to date on request. Its backend declares the capability `index`, and no
/// other does; `BackendEntry` checks that.
public protocol IndexedLibrary: BackendLibrary {
    /// Walks the whole library and brings the index up to date. Reports progress in files (`call.report`).
    ///
    /// If the call ends early, what was done until then stays done.
    ///
    /// - Throws: `.accessDenied` for the library's folder or the data directory, `.io` for a full disk.
    func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport
}
