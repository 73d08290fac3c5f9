internal import PhotoModel

/// Whether the folder at `path` lies directly inside one called DCIM, where cameras put their folders.
package func isCameraFolder(_ path: [UInt8]) -> Bool {
    !path.isEmpty && splitPath(splitPath(path).folder).name.map(\.asciiLowercased).elementsEqual("dcim".utf8)
}
