internal import BackendAPI
internal import PhotoModel

/// A check of lists that are longer than the kit's library is.
extension FetchChecks {
    static let many = [
        Check(
            "fetch.many-photos", "A folder of more than a thousand photos is listed, counted and found as one of few",
            "R9.7 R9.14 R9.11 R9.3 R12.1", .must, .full, requires: [.anyKnownFormat],
            remedy: "Look for sizes that are fixed: of buffers, of numbers of pages, of indexes."
        ) { context throws(CheckStop) in try manyPhotos(context) }
    ]

    /// Sizes that buffers and pages have.
    private static let edges = [1, 63, 64, 100, 127, 128, 255, 256, 500, 511, 512, 1000, 1023, 1024]

    private static func manyPhotos(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let (root, data) = try context.makeFolder("many")
        try Files.makeFolder(root / "Many")
        let count = 1100
        let files = try [8, 16, 24].map { (side) throws(CheckStop) in
            try TestPattern(width: side, height: 8).encoded(as: format)
        }
        for number in 0..<count {
            // In an order of their own by name, date and size, with ties.
            let name = BytePath("Many/photo-\(number * 7919 % count).\(format.fileExtension)")
            try Files.write(files[number % 3], to: root / name, date: FixtureLibrary.firstDate + number / 2)
        }
        let library = try context.open(context.backend(), root: root, data: data)
        let served = try context.served(by: library)
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let all = try fetch.window(0, 1 << 40)
        let found = Set(all.map(\.identifier)).count
        try context.expect(
            all.count == count && found == count, "of \(count) photos \(all.count) are listed, \(found) different ones")
        try context.expect(try fetch.count() == count, "count of the fetch is not \(count)")
        try windows(context, fetch, all)
        try ends(context, fetch, all.count)
        try limits(context, library, all)
        let places = Dictionary(all.enumerated().map { ($0.element.identifier, $0.offset) }) { first, _ in first }
        let ranks = try nameRanks(library, served)
        let model = QueryModel(listing: all, nameRanks: ranks, places: places)
        for key in SortBit.served(by: served) {
            let query = FetchRequest.everything { ($0.sort.0, $0.limit) = (key | PICKER_SORT_DESCENDING, 1025) }
            try compare(context, library, FetchRequest(query: query), model)
        }
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            let members = try library.assets(FetchRequest(.collection(collection.identifier))).count
            // The photos have all in common: a smart album has all of them or none.
            if collection.type == PICKER_COLLECTION_SMART_ALBUM, members == 0 { continue }
            try context.expect(
                members == count, "all \(count) photos are in one folder, \(members) of them in \(collection.title)")
        }
    }

    private static func windows(_ context: CheckContext, _ fetch: Fetch, _ first: [AssetCopy]) throws(CheckStop) {
        var all = first
        for edge in edges where !context.isHalfOver {
            for (offset, length) in [(edge - 1, 3), (edge, edge), (0, edge + 1), (edge, all.count)] {
                let found = try fetch.window(UInt64(offset), UInt64(length))
                let isSame = try isPart(found, of: &all, fetch, offset, length)
                try context.expect(
                    isSame,
                    "window \(offset)+\(length) of \(all.count) has other elements than the whole has there")
            }
            for place in [edge - 1, edge, all.count - edge] {
                let (reply, index) = fetch.index(of: all[place].identifier)
                try reply.ok()
                try context.expect(index == UInt64(place), "\(all[place].path) is at \(place), index_of says \(index)")
            }
        }
    }

    /// Ends windows late: by the sink, and by `check`.
    private static func ends(_ context: CheckContext, _ fetch: Fetch, _ count: Int) throws(CheckStop) {
        for edge in edges {
            let sink = RecordSink.assets(stopAt: edge)
            let reply = fetch.window(0, 1 << 40, sink: sink)
            try context.expect(sink.afterStop == 0, "\(sink.afterStop) came after the sink had stopped at \(edge)")
            try reply.ok()
        }
        let (control, sink) = (CallProbe(), RecordSink.assets())
        let asked = Box(0)
        sink.onRecord = { number in
            if number == 400 {
                asked.value = control.checkCount
                control.change(to: PICKER_CANCELLED)
            }
            // Takes so long from then on that two seconds pass until the end.
            if number > 400 { Threads.pause(milliseconds: 3) }
        }
        let reply = fetch.window(0, 1 << 40, sink: sink, control: control)
        // Whether it asks after so many records or so much time is its own affair: that it never does is not.
        try context.expect(
            sink.count < count || control.checkCount > asked.value,
            "a window was cancelled at record 400 of \(count), and came to its end without asking check")
        try reply.expect([PICKER_OK, PICKER_CANCELLED])
    }

    private static func limits(_ context: CheckContext, _ library: Library, _ all: [AssetCopy]) throws(CheckStop) {
        for edge in [64, 256, 1000, 1024] {
            let query = FetchRequest.everything { $0.limit = UInt64(edge) }
            let some = try library.assets(FetchRequest(query: query))
            try context.expect(
                some.map(\.identifier) == all.prefix(edge).map(\.identifier),
                "with the limit \(edge), \(some.count) came, or others")
        }
        let turned = Array(all.map(\.identifier).reversed())
        let named = try library.assets(FetchRequest(.identifiers(turned))).map(\.identifier)
        try context.expect(
            named == turned, "for \(turned.count) identifiers \(named.count) assets came, or in another order")
    }

    /// The place of each file name among all, as the backend orders them.
    private static func nameRanks(_ library: Library, _ served: BackendCapabilities) throws(CheckStop) -> [Text: Int] {
        guard served.contains(.sortFilename) else { return [:] }
        let query = FetchRequest.everything { $0.sort.0 = PICKER_SORT_FILENAME }
        let names = try library.assets(FetchRequest(query: query)).map(\.filename)
        return Dictionary(names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }
}
