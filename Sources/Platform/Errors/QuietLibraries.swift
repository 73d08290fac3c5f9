internal import CPlatform

/// Runs a body, and drops what C libraries print to standard error on this thread meanwhile: dav1d prints what is wrong with an image, which
/// is in an error as well, and libheif does not let anyone turn that off.
///
/// What other threads print is kept, and so is what is written to the descriptor, as Picker's own messages are, and what a failed assertion
/// says.
package func silencingLibraries<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    platform_begin_quiet()
    defer { platform_end_quiet() }
    return try body()
}
