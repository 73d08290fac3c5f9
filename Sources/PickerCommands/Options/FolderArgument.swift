package import ArgumentParser

/// The library as the first argument, for commands that take no other: `picker albums ~/Pictures`.
package struct FolderArgument: ParsableArguments {
    @Argument(help: "The folder of photos (default: --library, or the pictures folder).", completion: .directory)
    package var folder: String?

    package init() {}
}
