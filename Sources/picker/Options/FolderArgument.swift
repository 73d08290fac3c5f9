internal import ArgumentParser

/// The library as the first word, for commands that take nothing else: `picker albums ~/Pictures`.
struct FolderArgument: ParsableArguments {
    @Argument(help: "The folder of photos (default: --library, or the pictures folder).", completion: .directory)
    var folder: String?
}
