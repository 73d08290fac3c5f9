package import ArgumentParser

/// The library as the first word, for commands that take nothing else: `picker albums ~/Pictures`.
package struct FolderArgument: ParsableArguments {
    @Argument(help: "The folder of photos (default: --library, or the pictures folder).", completion: .directory)
    package var folder: String?

    package init() {}
}
