import Foundation
import PhotoFixtures

extension FixtureFolder {
    /// Writes a JPEG with the quarters of `SamplePhoto`.
    func writePhoto(_ name: String, width: Int = 640, height: Int = 480) throws {
        try write(name, SamplePhoto.jpeg(width, height))
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }
}
