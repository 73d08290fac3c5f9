internal import BackendAPI

/// Checks of structs that the plugin fills.
extension NegotiationChecks {
    static func longBackendTable(_ context: CheckContext) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size
        let (reply, table) = try context.enter(EntryOffer(tableSize: size + 64))
        try reply.ok()
        try context.expect(table.isIntact, "bytes past the end of the table were written")
        try context.expect(
            (size...size + 64).contains(table.filled), "struct_size says \(table.filled), \(size) bytes are filled")
    }

    static func shortBackendTable(_ context: CheckContext) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size - 16
        let (_, table) = try context.enter(EntryOffer(tableSize: size))
        try context.expect(table.isIntact, "bytes past the end of a table of \(size) bytes were written")
        try context.expect(table.filled <= size, "struct_size says \(table.filled), there was room for \(size)")
    }

    static func shortInfo(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size - 24
        let info = Guarded(picker_backend_info(), announced: size)
        try context.steps.call("info with a short struct") {
            backend.table.info(backend.table.context, info.pointer, $0)
        }
        .ok()
        try context.expect(info.isIntact, "bytes past the end of a struct of \(size) bytes were written")
        try context.expect(info.filled <= size, "struct_size says \(info.filled), there was room for \(size)")
    }

    static func shortLibraryInfo(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let size = MemoryLayout<picker_library_info>.offset(of: \.account) ?? 0
        let info = Guarded(picker_library_info(), announced: size)
        try context.steps.call("info of the library with a short struct") {
            library.table.info(library.table.context, info.pointer, $0)
        }
        .ok()
        try context.expect(info.isIntact, "bytes past the end of a struct of \(size) bytes were written")
        try context.expect(info.filled <= size, "struct_size says \(info.filled), there was room for \(size)")
    }

    static func longInfo(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size
        let info = Guarded(picker_backend_info(), announced: size + 64)
        try context.steps.call("info with a long struct") {
            backend.table.info(backend.table.context, info.pointer, $0)
        }
        .ok()
        try context.expect(info.isIntact, "bytes past the end of the struct were written")
        try context.expect(
            (size...size + 64).contains(info.filled), "struct_size says \(info.filled), ABI 1 has \(size) bytes")
    }

    static func libraryTable(_ context: CheckContext, _ size: Int) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder, tableSize: size)
        try context.expect(opened.table.isIntact, "bytes past the end of a table of \(size) bytes were written")
        try context.expect(
            opened.table.filled <= size, "struct_size says \(opened.table.filled), there was room for \(size)")
        try opened.reply.ok()
    }

    static func fetchTable(_ context: CheckContext, _ size: Int) throws(CheckStop) {
        let fetched = try context.open().fetch(tableSize: size)
        try context.expect(fetched.table.isIntact, "bytes past the end of a table of \(size) bytes were written")
        try context.expect(
            fetched.table.filled <= size, "struct_size says \(fetched.table.filled), there was room for \(size)")
        try fetched.reply.ok()
    }
}
