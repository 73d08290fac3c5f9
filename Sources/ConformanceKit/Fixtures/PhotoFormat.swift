/// Image formats that the kit can write.
enum PhotoFormat: String, Codable, Sendable, CaseIterable {
    case jpeg = "public.jpeg"
    case png = "public.png"
    /// Binary PPM: what a backend without any codec can read.
    case ppm = "public.pbm"

    static let identifiers = Set(allCases.map(\.rawValue))

    var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .ppm: "ppm"
        }
    }

    /// How far a sample may be from what was painted.
    var tolerance: Int { self == .jpeg ? 14 : 6 }
}
