internal import BackendAPI

/// Where libraries say that bytes are.
extension LibraryChecks {
    static func availability(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let isRemote = library.info().info.isRemote
        for asset in try library.assets() where !context.isHalfOver {
            let files = try library.details(asset.identifier).representations
            for (index, file) in files.enumerated() {
                try context.expect(
                    isRemote || file.availability != PICKER_AVAILABILITY_REMOTE,
                    "\(asset.path) is on another machine, in a library that is not PICKER_LIBRARY_REMOTE")
                guard file.availability == PICKER_AVAILABILITY_LOCAL else { continue }
                let part = library.read(
                    ReadRequest(asset.identifier, capacity: 1) {
                        $0.representation = UInt32(index)
                        $0.allowsNetwork = false
                    })
                try context.expect(
                    part.reply.status != PICKER_NETWORK_NOT_ALLOWED,
                    "\(asset.path) is on this machine, and \(part.reply.operation) answered \(part.reply.described)")
            }
            guard let first = files.first else { continue }
            // That of the asset may be older: what was fetched since is here.
            try context.expect(
                asset.availability != PICKER_AVAILABILITY_LOCAL || first.availability != PICKER_AVAILABILITY_REMOTE,
                "\(asset.path) is on this machine, and the file that represents it on another")
        }
    }
}
