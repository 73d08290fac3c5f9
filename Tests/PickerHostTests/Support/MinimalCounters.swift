import ABIMemory
import BackendAPI
import Foundation

@testable import PickerHost

/// What a loaded copy of the minimal C backend counted; see minimal.h.
struct MinimalCounters {
    private let base: UnsafeRawPointer

    /// - Parameter path: a plugin that this process loaded from that very path.
    init?(path: String) {
        guard let handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD), let symbol = dlsym(handle, "picker_backend_entry_v1")
        else { return nil }
        let entry = unsafeBitCast(symbol, to: LoadedBackend.Entry.self)  // The symbol's name stands for its type.
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        var table = picker_backend()
        table.struct_size = structSize(of: picker_backend.self)
        let arena = RecordArena()
        guard entry(&request, &table, nil) == PICKER_OK,
            let found = table.get_extension(table.context, arena.string("org.picker.test.counters/1"))
        else { return nil }
        base = found
    }

    private func counter(_ index: Int) -> UInt64 { base.load(fromByteOffset: 8 + 8 * index, as: UInt64.self) }

    var framesEmitted: UInt64 { counter(0) }
    var framesReleased: UInt64 { counter(1) }
    var librariesOpened: UInt64 { counter(2) }
    var librariesClosed: UInt64 { counter(3) }
    var fetchesBegun: UInt64 { counter(4) }
    var fetchesReleased: UInt64 { counter(5) }
}
