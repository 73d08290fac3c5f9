public import PhotoModel

/// A library with an index that can be brought up to date on request. Its backend has the capability `index`, and no
/// other has; `BackendEntry` holds backends to that.
public protocol IndexedLibrary: BackendLibrary {
    /// Walks the whole library and brings the index up to date. Reports progress in files (`call.report`).
    ///
    /// What was done stays done when the call ends early.
    ///
    /// - Throws: `.accessDenied` for the library's folder or the data directory, `.io` for a full disk.
    func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport
}
