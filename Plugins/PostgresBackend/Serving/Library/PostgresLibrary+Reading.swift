package import BackendKit
package import PhotoModel
internal import PostgresClient

// Details, and ranges of bytes of files.
extension PostgresLibrary {
    package func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        let body = try body(of: localIdentifier, call)
        // The details of the version that was just read, even if there is a newer one meanwhile.
        let rows = try run(
            SQL(
                """
                SELECT b.make, b.model, b.lens, b.software, b.caption, b.title, b.exposure_time, b.f_number,
                b.focal_length, b.iso_speed, b.altitude, b.rating, k.keyword
                FROM picker.body b LEFT JOIN LATERAL unnest(b.keywords) WITH ORDINALITY AS k (keyword, place) ON true
                WHERE b.id = ? ORDER BY k.place
                """, .integer(body.row)), call.cancellation
        ).rows
        return AssetDetails(
            asset: body.asset, representations: body.files.map { $0.representation }, camera: Self.camera(rows))
    }

    private static func camera(_ rows: [SQLRow]) -> CameraMetadata? {
        guard let row = rows.first else { return nil }
        var camera = CameraMetadata()
        (camera.make, camera.model, camera.lens) = (row.text(0), row.text(1), row.text(2))
        (camera.software, camera.caption, camera.title) = (row.text(3), row.text(4), row.text(5))
        (camera.exposureTime, camera.fNumber, camera.focalLength) = (row.real(6), row.real(7), row.real(8))
        camera.isoSpeed = row.integer(9).map(Int.init)
        camera.altitude = row.real(10)
        camera.rating = row.integer(11).map(Int.init)
        camera.keywords = rows.compactMap { $0.text(12) }
        return camera == CameraMetadata() ? nil : camera
    }

    package func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        guard request.allowsNetwork else { throw .networkNotAllowed("its bytes are at \(objects.name)") }
        let body = try body(of: request.localIdentifier, call)
        guard body.files.indices.contains(request.representation) else {
            throw .notFound("\(body.asset.filename) has no file \(request.representation)")
        }
        let file = body.files[request.representation]
        if let tag = request.contentTag, tag != file.representation.contentTag {
            throw .changed("\(body.asset.filename) is another version now; ask for its details again")
        }
        let offset = max(0, request.offset)
        let count = Int(min(Int64(request.count), max(0, file.representation.byteSize - offset)))
        guard count > 0 else { return [] }
        // An object never changes: its key is the hash of its bytes.
        let bytes = try objects.part(
            of: ObjectKey.original(file.hash), length: file.objectSize, offset: file.representation.byteOffset + offset,
            count: count, call.cancellation)
        guard bytes.count == count else {
            throw PhotoError(.stopped, "\(objects.name) ended the connection; ask again")
        }
        return bytes
    }
}
