public import ArgumentParser
public import PickerServer

/// `--media image|video|any`
extension MediaFilter: ExpressibleByArgument {}
