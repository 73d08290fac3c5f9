internal import BackendAPI

/// Checks of structs that the plugin fills.
extension NegotiationChecks {
    static func longBackendTable(_ trial: Trial) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size
        let (reply, table) = try trial.enter(EntryOffer(tableSize: size + 64))
        try reply.ok()
        try trial.expect(table.isIntact, "bytes behind the end of the table were written")
        try trial.expect(
            (size...size + 64).contains(table.filled), "struct_size says \(table.filled), \(size) bytes are filled")
    }

    static func shortBackendTable(_ trial: Trial) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size - 16
        let (_, table) = try trial.enter(EntryOffer(tableSize: size))
        try trial.expect(table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(table.filled <= size, "struct_size says \(table.filled), there was room for \(size)")
    }

    static func shortInfo(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size - 24
        let info = Guarded(picker_backend_info(), announced: size)
        try trial.steps.call("info with a short struct") { backend.table.info(backend.table.context, info.pointer, $0) }
            .ok()
        try trial.expect(info.isIntact, "bytes behind the end of a struct of \(size) bytes were written")
        try trial.expect(info.filled <= size, "struct_size says \(info.filled), there was room for \(size)")
    }

    static func longInfo(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size
        let info = Guarded(picker_backend_info(), announced: size + 64)
        try trial.steps.call("info with a long struct") { backend.table.info(backend.table.context, info.pointer, $0) }
            .ok()
        try trial.expect(info.isIntact, "bytes behind the end of the struct were written")
        try trial.expect(
            (size...size + 64).contains(info.filled), "struct_size says \(info.filled), ABI 1 has \(size) bytes")
    }

    static func libraryTable(_ trial: Trial, _ size: Int) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let opened = backend.open(root: trial.root, data: trial.dataFolder, tableSize: size)
        try trial.expect(opened.table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(
            opened.table.filled <= size, "struct_size says \(opened.table.filled), there was room for \(size)")
        try opened.reply.ok()
    }

    static func fetchTable(_ trial: Trial, _ size: Int) throws(CheckStop) {
        let fetched = try trial.open().fetch(tableSize: size)
        try trial.expect(fetched.table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(
            fetched.table.filled <= size, "struct_size says \(fetched.table.filled), there was room for \(size)")
        try fetched.reply.ok()
    }
}
