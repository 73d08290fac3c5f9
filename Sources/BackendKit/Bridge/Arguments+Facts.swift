internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

// Conditions on what is known of an asset (R9.16, R9.17).

extension picker_query {
    func addFacts(to options: inout FetchOptions) throws(PhotoError) {
        if flags & PICKER_QUERY_RATINGS != 0 { options.ratings = try askedRatings() }
        if flags & PICKER_QUERY_TEXT != 0 {
            options.text = try text.required("text")
            if options.text?.isEmpty ?? true { throw .invalidArgument("text is empty") }
        }
        if flags & PICKER_QUERY_PLACE != 0 { options.place = try askedPlace() }
        if flags & PICKER_QUERY_CONTENT_TYPES != 0 { options.contentTypes = try askedTypes() }
        if flags & PICKER_QUERY_BYTES_FROM != 0 { options.bytesFrom = Int64(clamping: bytes_from) }
        if flags & PICKER_QUERY_BYTES_BELOW != 0 { options.bytesBelow = Int64(clamping: bytes_below) }
    }

    private func askedRatings() throws(PhotoError) -> Ratings {
        guard ratings & ~PICKER_RATING_MASK == 0, ratings != 0 else {
            throw .invalidArgument("ratings \(ratings) are none of 0 to 5")
        }
        return Ratings(rawValue: ratings)
    }

    private func askedPlace() throws(PhotoError) -> LocationBox {
        guard let box = LocationBox(south: south, west: west, north: north, east: east) else {
            throw .invalidArgument("\(south), \(west) to \(north), \(east) is no place")
        }
        return box
    }

    private func askedTypes() throws(PhotoError) -> [String] {
        guard let content_types, content_type_count > 0 else { throw .invalidArgument("no content type is asked for") }
        var types: [String] = []
        for index in 0..<Int(clamping: content_type_count) {
            types.append(try content_types[index].required("content type"))
        }
        return types
    }
}
