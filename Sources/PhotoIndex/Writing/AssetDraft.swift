package import PhotoFolder
package import PhotoModel
package import Platform

/// Everything that an index stores about one asset.
package struct AssetDraft: Hashable, Sendable {
    /// The state of one file of the asset in the storage; it decides whether the file has to be read again.
    package struct FileState: Hashable, Sendable {
        package var byteSize: Int64
        /// In nanoseconds since 1970.
        package var modificationTime: Int64
        package var changeTime: Int64
        package var inode: UInt64

        package init(byteSize: Int64, modificationTime: Int64, changeTime: Int64, inode: UInt64) {
            self.byteSize = byteSize
            self.modificationTime = modificationTime
            self.changeTime = changeTime
            self.inode = inode
        }

        package init(_ status: FileStatus) {
            self.init(
                byteSize: status.byteSize, modificationTime: status.modificationTime, changeTime: status.changeTime,
                inode: status.inode)
        }
    }

    /// A file beside the asset that is not one of its representations: `IMG_1.AAE`, `IMG_1.xmp`.
    package struct Sidecar: Hashable, Sendable {
        package var name: [UInt8]
        package var state: FileState

        package init(name: [UInt8], state: FileState) {
            self.name = name
            self.state = state
        }
    }

    /// What users may search for besides the file's name and date.
    package struct Words: Hashable, Sendable {
        package var title = ""
        package var keywords: [String] = []
        /// Not part of the search by words; see `FetchOptions.text`.
        package var caption = ""
        package var camera = ""

        package init() {}
    }

    /// The asset as the host gets it.
    package var asset: Asset
    package var files: AssetFiles
    /// One for each member of `files`.
    package var states: [FileState]
    package var sidecars: [Sidecar] = []
    package var words = Words()
    /// The `FoldedText` of `words`, if an index already has it; nil: it is made from them.
    var foldedWords: [UInt8]?
    /// 0 to 5; 0 if it is not rated.
    package var rating = 0
    /// Whether it was taken with the camera that faces the photographer.
    package var isSelfie = false
    /// What the photos of its burst have in common (`MemberFacts.burst`); nil if it is of none.
    package var burst: [UInt8]?
    /// When it was added to the library, as far as the storage knows.
    package var added: Timestamp
    /// The bytes of an `Imaging.PreviewHash`; nil until there was a thumbnail to make it from.
    package var previewHash: [UInt8]?

    package init(asset: Asset, files: AssetFiles, states: [FileState], added: Timestamp) {
        self.asset = asset
        self.files = files
        self.states = states
        self.added = added
    }
}
