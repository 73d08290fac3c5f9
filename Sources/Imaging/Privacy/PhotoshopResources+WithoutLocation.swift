extension PhotoshopResources {
    /// The resources that contain other metadata (0x0422 to 0x0424: EXIF and XMP), and the digest of the old IPTC data (0x0425).
    private static let dropped: ClosedRange<UInt16> = 0x0422...0x0425

    /// The resources without locations in IPTC; nil if they are damaged or continue in another segment, because the rest may
    /// contain anything.
    var withoutLocation: [UInt8]? {
        guard isComplete else { return nil }
        return resources.flatMap { resource -> [UInt8] in
            // What other programs of Adobe put there is not known.
            guard !Self.dropped.contains(resource.identifier), resource.whole.has("8BIM", at: 0) else { return [] }
            // A thumbnail may be a whole photo with metadata.
            guard resource.identifier == Self.iptc else {
                return resource.data.holdsMetadata ? [] : Array(resource.whole.bytes)
            }
            let record = IPTCRecord(resource.data).withoutLocation
            let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: record.count >> $0) }
            return Array("8BIM".utf8) + [4, 4, 0, 0] + size + record + [UInt8](repeating: 0, count: record.count % 2)
        }
    }
}

extension IPTCRecord {
    /// Content location code and name, city, sublocation, province or state, country code and name (IPTC-IIM 4.2, data sets
    /// 2:26, 2:27, 2:90, 2:92, 2:95, 2:100 and 2:101).
    private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// The data sets without those that name a place, and without previews that are whole photos with metadata.
    var withoutLocation: [UInt8] {
        dataSets.filter { ($0.record != 2 || !Self.places.contains($0.number)) && !$0.value.holdsMetadata }
            .flatMap(\.whole.bytes)
    }
}
