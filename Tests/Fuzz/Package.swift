// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets of the imaging core and of the wire between a host and a worker, in a package of their own: libFuzzer brings a `main`, and everything beneath a
// target is compiled for it. `Sources` leads to the sources of the main package. scripts/fuzz builds and runs this.
let upcomingFeatures: [SwiftSetting] = [
    "ExistentialAny",
    "InternalImportsByDefault",
    "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

/// What is fuzzed: each gives the executable `fuzz-NAME`.
let fuzzed = [
    "BMP", "DVPacks", "GIF", "HEIF", "JP2", "JPEG", "JPEGEighth", "JXL", "Metadata", "Motion", "Movie", "Places", "PNG",
    "PSD", "RAW", "Sidecar", "TIFF", "WebP", "Wire",
]

let package = Package(
    name: "Fuzz",
    dependencies: [.package(url: "https://github.com/apple/swift-system", from: "1.8.1")],
    targets: [
        .target(name: "PhotoModel", dependencies: ["Platform"], swiftSettings: upcomingFeatures),
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: upcomingFeatures),
        .target(name: "BackendAPI", exclude: ["abi-v1.layout", "abi-v1.json"]),
        .target(name: "ABIMemory", dependencies: ["BackendAPI", "PhotoModel"], swiftSettings: upcomingFeatures),
        // What is fuzzed of it is not public.
        .target(
            name: "BackendWorker",
            dependencies: ["ABIMemory", "BackendAPI", "CPlatform", "Imaging", "PhotoModel", "Platform"],
            swiftSettings: upcomingFeatures + [.unsafeFlags(["-enable-testing"])]),
        .target(
            name: "CImaging",
            linkerSettings: [
                "jpeg", "png16", "z", "webp", "webpdemux", "webpmux", "gif", "zimg", "exif", "expat", "lcms2",
            ].map { .linkedLibrary($0) }
        ),
        .target(
            name: "Imaging",
            dependencies: [
                "CImaging", "PhotoModel", "Platform", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: upcomingFeatures
        ),
        .target(name: "CVideo", linkerSettings: [.linkedLibrary("m")]),
        // What is fuzzed of it is not public.
        .target(
            name: "VideoMedia", dependencies: ["CVideo", "Imaging", "PhotoModel", "Platform"],
            swiftSettings: upcomingFeatures + [.unsafeFlags(["-enable-testing"])]),
        .target(name: "CStills", linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "StillImaging", dependencies: ["CStills", "Imaging", "PhotoModel", "Platform"],
            swiftSettings: upcomingFeatures),
        .target(
            name: "FuzzSupport",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendWorker", "CImaging", "CVideo", "Imaging", "PhotoModel",
                "StillImaging", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
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
