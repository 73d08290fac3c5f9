internal import BackendAPI
internal import PhotoModel

/// Checks of moments, the collections of which there may be one for each day.
extension LibraryChecks {
    static let momentChecks = [
        Check(
            "library.moments", "Moments come where they are asked for by their type, and are collections like others",
            "R5.11 R16.2 R9.21",
            remedy: """
                Leave moments out where types is 0, which is all types but them, and emit them where types has the bit \
                1 << PICKER_COLLECTION_MOMENT, beside whatever else is in it.
                """
        ) { context throws(CheckStop) in try moments(context) }
    ]

    private static let moment: UInt32 = 1 << PICKER_COLLECTION_MOMENT

    private static func moments(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let unasked = try library.allCollections().filter { $0.type == PICKER_COLLECTION_MOMENT }
        try context.expect(
            unasked.isEmpty, "\(unasked.count) moments came where no type was named, which is all types but moments")
        let named = try library.collections(types: moment)
        let strange = named.filter { $0.type != PICKER_COLLECTION_MOMENT }
        try context.expect(strange.isEmpty, "asked for moments alone, \(strange.count) collections of other types came")
        let others = try library.collections(types: ~moment)
        let extra = others.filter { $0.type == PICKER_COLLECTION_MOMENT }
        try context.expect(extra.isEmpty, "asked for all types but moments, \(extra.count) moments came")
        for types in [0b10, 0b110, 0b11110] as [UInt32] {
            let rest = others.filter { types & 1 << $0.type != 0 }
            let wanted = Set((rest + named).map(\.identifier))
            let found = try library.collections(types: types | moment).map(\.identifier)
            try context.expect(
                found.count == wanted.count && Set(found) == wanted,
                "of moments and the types \(String(types, radix: 2)) \(found.count) came, not \(wanted.count)")
        }
        for record in named.prefix(8) where !context.isHalfOver { try expectCollection(context, library, record) }
    }

    /// That a moment can be asked for and fetched as other collections can.
    private static func expectCollection(
        _ context: CheckContext, _ library: Library, _ listed: CollectionCopy
    ) throws(CheckStop) {
        guard let fetch = library.fetch(FetchRequest(.collection(listed.identifier))).fetch else {
            throw .failed("a fetch of the moment \(listed.title) did not work")
        }
        defer { fetch.release() }
        let count = try fetch.count()
        let sink = RecordSink.collections()
        let reply = try library.collection(listed.identifier, sink: sink).ok()
        guard let record = try sink.onlyRecord(of: reply), record.identifier == listed.identifier else {
            throw .failed("asked for the moment \(listed.title) by its identifier, another collection came, or none")
        }
        try context.expect(
            record.type == PICKER_COLLECTION_MOMENT,
            "asked for by its identifier, the moment \(listed.title) has the type \(record.type)")
        let times = try fetch.window(0, 1 << 40).map(\.creation).filter { $0 != AssetCopy.unknownTime }
        if let start = record.start, let end = record.end {
            try context.expect(
                start == times.min() && end == times.max(),
                "the moment \(listed.title) has other times than its first and last asset")
        }
        guard let estimated = record.estimatedCount else { return }
        try context.expect(
            estimated == UInt64(count),
            "the moment \(listed.title) has \(count) assets, and says that it has \(estimated)")
    }
}
