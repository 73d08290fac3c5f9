package import PhotoFolder
package import PhotoModel
package import Platform

/// All that an index keeps of one asset.
package struct AssetDraft: Hashable, Sendable {
    /// One file of the asset as the storage showed it; decides whether it has to be read again.
    package struct FileState: Hashable, Sendable {
        package var byteSize: Int64
        /// Nanoseconds since 1970.
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

    /// A file beside the asset that is no representation of it: `IMG_1.AAE`, `IMG_1.xmp`.
    package struct Sidecar: Hashable, Sendable {
        package var name: [UInt8]
        package var state: FileState

        package init(name: [UInt8], state: FileState) {
            self.name = name
            self.state = state
        }
    }

    /// What people may search for besides the file's name and date.
    package struct Words: Hashable, Sendable {
        package var title = ""
        package var keywords: [String] = []
        /// Not searched for its words; see `FetchOptions.text`.
        package var caption = ""
        package var camera = ""

        package init() {}
    }

    /// As the host gets it.
    package var asset: Asset
    package var files: AssetFiles
    /// One for each member of `files`.
    package var states: [FileState]
    package var sidecars: [Sidecar] = []
    package var words = Words()
    /// What is kept of `words` as a `FoldedText`, where an index made it before; nil: it is made of them.
    var foldedWords: [UInt8]?
    /// 0 to 5; 0 for one that is not rated.
    package var rating = 0
    /// Taken with the camera that faces the photographer.
    package var isSelfie = false
    /// When it came into the library, as far as the storage knows.
    package var added: Timestamp
    /// A tiny image, see `Imaging.PreviewHash`; nil until a thumbnail was made.
    package var previewHash: [UInt8]?

    package init(asset: Asset, files: AssetFiles, states: [FileState], added: Timestamp) {
        self.asset = asset
        self.files = files
        self.states = states
        self.added = added
    }
}
