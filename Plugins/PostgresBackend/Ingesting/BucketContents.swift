internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Lists the contents of a bucket to ingest: groups of objects that may be the files of one asset. The keys are listed in the order of
/// their bytes, so a folder is complete when the first key after it is listed; its objects are kept until then.
struct BucketContents: IngestListing {
    /// How long the S3 may be unreachable before listing fails, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000
    /// The most bytes of a file name.
    private static let longestName = 255

    /// A folder whose objects are being listed.
    private struct Folder {
        /// Relative to the prefix, and ends with "/"; empty for the prefix itself.
        let path: [UInt8]
        var members: [[UInt8]: ObjectGroup.Member] = [:]
    }

    private let objects: ObjectStore
    private let prefix: [UInt8]
    /// The folders that are not complete yet, from the outermost to the innermost.
    private var open: [Folder] = []
    private var ready = IngestBatch()
    /// How many of the groups in `ready` were returned.
    private var given = 0
    private var token: String?
    private var last: [UInt8] = []
    private var isOver = false

    init(_ objects: ObjectStore, prefix: String) {
        (self.objects, self.prefix) = (objects, Array(prefix.utf8))
    }

    mutating func next(_ cancellation: Cancellation) throws(PhotoError) -> IngestBatch? {
        while !isOver, ready.found.count - given < IngestBatch.size, ready.problems.isEmpty {
            let page = try page(cancellation)
            for object in page.objects { try take(object) }
            token = page.next
            guard token == nil else { continue }
            isOver = true
            while let folder = open.popLast() { close(folder) }
        }
        if given == ready.found.count, ready.problems.isEmpty { return nil }
        var batch = IngestBatch()
        swap(&batch.problems, &ready.problems)
        batch.found = Array(ready.found[given...].prefix(IngestBatch.size))
        given += batch.found.count
        if given == ready.found.count { (ready.found, given) = ([], 0) }
        return batch
    }

    /// The next page. While the S3 is unreachable, it is requested again, until `patience` runs out.
    private func page(_ cancellation: Cancellation) throws(PhotoError) -> ObjectStore.Page {
        let end = MonotonicTime.now + Self.patience
        while true {
            do throws(PhotoError) {
                return try objects.page(of: String(decoding: prefix, as: UTF8.self), after: token, cancellation)
            } catch {
                if let reason = cancellation.reason { throw PhotoError(reason) }
                guard error.status.mayPass, MonotonicTime.now < end else { throw error }
                pause(milliseconds: 200)
            }
        }
    }

    private mutating func take(_ object: ObjectStore.Listed) throws(PhotoError) {
        guard object.key.starts(with: prefix) else {
            throw .unsupported("\(objects.name) lists objects that were not asked for; is it an S3 with ListObjectsV2?")
        }
        guard last.isEmpty || last.lexicographicallyPrecedes(object.key) else {
            throw .unsupported("\(objects.name) does not list its objects in the order of their keys, as buckets do")
        }
        last = object.key
        let path = Array(object.key.dropFirst(prefix.count))
        // Some programs make an empty object for each folder, so that empty folders are shown.
        if path.last ?? UInt8(ascii: "/") == UInt8(ascii: "/"), object.byteSize == 0 { return }
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        guard String(validating: path, as: UTF8.self) != nil, parts.allSatisfy(Self.isName) else {
            let text = String(decoding: path, as: UTF8.self)
            return ready.problems.append((text, "no file can have this name; copy the object to another key"))
        }
        guard let name = parts.last, !parts.contains(where: { HiddenNames.contains($0) }) else { return }
        enter(Array(path.dropLast(name.count)))
        open[open.count - 1].members[name] = ObjectGroup.Member(
            name: name, entityTag: object.entityTag, byteSize: object.byteSize, modified: object.modified)
    }

    private static func isName(_ part: [UInt8]) -> Bool {
        !part.isEmpty && part.count <= longestName && !part.contains(0) && part != [UInt8(ascii: ".")]
            && part != [UInt8(ascii: "."), UInt8(ascii: ".")]
    }

    /// Makes a folder the innermost one, and closes the folders that are complete now.
    private mutating func enter(_ path: [UInt8]) {
        while let folder = open.last, !path.starts(with: folder.path) {
            open.removeLast()
            close(folder)
        }
        if open.last?.path != path { open.append(Folder(path: path)) }
    }

    private mutating func close(_ folder: Folder) {
        let listing = FolderListing(ofFiles: Array(folder.members.keys))
        let path = Array(folder.path.dropLast())
        var position = 0
        while position < listing.count {
            let range = listing.group(from: position)
            position = range.upperBound
            let names = range.map { listing.name($0) }
            // Sidecars alone make no asset.
            guard GroupKey.sidecars(names).contains(where: { $0 == nil }) else { continue }
            let group = ObjectGroup(folder: path, members: names.compactMap { folder.members[$0] })
            ready.found.append(group.found(key: Array(listing.key(range.lowerBound))))
        }
    }
}
