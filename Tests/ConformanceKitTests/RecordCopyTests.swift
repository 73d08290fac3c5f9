import BackendAPI
import Testing

@testable import ConformanceKit

@Suite("Copies of records", .timeLimit(.minutes(1))) struct RecordCopyTests {
    @Test("Nothing is copied of an array that is counted and not there, however much it counts")
    func counted() {
        var change = picker_change()
        change.struct_size = UInt32(MemoryLayout<picker_change>.size)
        change.identifier_count = .max
        let changed = withUnsafePointer(to: change) { ChangeCopy(UnsafeRawPointer($0)) }
        #expect(changed.isWithoutIdentifiers && changed.identifiers.isEmpty)

        var camera = picker_camera_metadata()
        camera.struct_size = UInt32(MemoryLayout<picker_camera_metadata>.size)
        camera.keyword_count = .max
        var details = picker_asset_details()
        details.struct_size = UInt32(MemoryLayout<picker_asset_details>.size)
        details.representation_count = .max
        let copy = withUnsafePointer(to: camera) { pointer in
            details.camera = pointer
            return withUnsafePointer(to: details) { DetailsCopy(UnsafeRawPointer($0)) }
        }
        #expect(copy.isWithoutKeywords && copy.keywords.isEmpty && copy.representations.isEmpty)
    }
}
