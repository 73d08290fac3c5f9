// SwiftPM wants a source file in every target: this one is for the manifest beside it.
