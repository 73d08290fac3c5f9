// How quickly an index of many assets answers: picker-index-times FOLDER COUNT
//
// FOLDER must be empty: a library without files and its index are made there. Exit status: 64 for wrong arguments.

internal import Foundation
internal import PhotoFolder

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count >= 1000 else { exit(64) }
let (library, data) = (arguments[1] + "/library", arguments[1] + "/data")
for folder in [library, data] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
}
var measurement = Measurement(root: try LibraryRoot(path: Array(library.utf8)), directory: data, count: count)
try measurement.run()
