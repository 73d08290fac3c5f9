// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets of the imaging core, in a package of their own: libFuzzer brings a `main`, and everything beneath a
// target is compiled for it. `Sources` leads to the sources of the main package. scripts/fuzz builds and runs this.
let upcomingFeatures: [SwiftSetting] = [
    "ExistentialAny",
    "InternalImportsByDefault",
    "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

/// What is fuzzed: each gives the executable `fuzz-NAME`.
let fuzzed = ["GIF", "HEIF", "JPEG", "Metadata", "Motion", "PNG", "WebP"]

let package = Package(
    name: "Fuzz",
    dependencies: [.package(url: "https://github.com/apple/swift-system", from: "1.8.1")],
    targets: [
        .target(name: "Pixels", swiftSettings: upcomingFeatures),
        .target(name: "SystemThreads", swiftSettings: upcomingFeatures),
        .target(
            name: "CImaging",
            linkerSettings: [
                "jpeg", "png16", "z", "webp", "webpdemux", "webpmux", "gif", "zimg", "exif", "expat", "lcms2",
            ].map { .linkedLibrary($0) }
        ),
        .target(
            name: "Imaging",
            dependencies: [
                "CImaging", "Pixels", "SystemThreads", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: upcomingFeatures
        ),
        .target(
            name: "FuzzSupport",
            dependencies: ["Imaging", "Pixels", .product(name: "SystemPackage", package: "swift-system")],
            path: "Support",
            swiftSettings: upcomingFeatures
        ),
    ]
        + fuzzed.map { name in
            .executableTarget(
                name: "Fuzz\(name)",
                dependencies: ["FuzzSupport", "Imaging"],
                path: "Targets/\(name)",
                swiftSettings: upcomingFeatures + [.unsafeFlags(["-parse-as-library"])]
            )
        },
    cLanguageStandard: .c11
)
