// swift-tools-version: 6.2
import PackageDescription

// BackendKit as a package of its own, which `make install` puts together of this file and the sources of the targets
// below. Depend on it by its path: `pkg-config --variable=swiftpackagedir picker-backend`.
let package = Package(
    name: "BackendKit",
    products: [
        .library(name: "BackendKit", targets: ["BackendKit", "BackendAPI", "PhotoModel"])
    ],
    targets: [
        .target(name: "BackendAPI", exclude: ["abi-v1.layout", "abi-v1.json"]),
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(name: "PhotoModel", dependencies: ["Platform"]),
        .target(name: "ABIMemory", dependencies: ["BackendAPI", "PhotoModel"]),
        .target(name: "BackendKit", dependencies: ["ABIMemory", "BackendAPI", "PhotoModel", "Platform"]),
    ],
    cLanguageStandard: .c11
)

for target in package.targets where !["BackendAPI", "CPlatform"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
