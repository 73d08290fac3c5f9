internal import ABIMemory
internal import BackendAPI

extension picker_fetch {
    /// The functions of a proxy.
    static var ofProxy: picker_fetch {
        var table = picker_fetch()
        table.struct_size = structSize(of: picker_fetch.self)
        table.count = { FetchProxy.from($0)?.count($1, $2, $3) ?? PICKER_INVALID_ARGUMENT }
        table.window = { context, offset, length, sink, call, error in
            guard let fetch = FetchProxy.from(context), let sink else { return PICKER_INVALID_ARGUMENT }
            return fetch.window(ObservedElements.Window(offset: offset, length: length), sink, call, error)
        }
        table.index_of = { FetchProxy.from($0)?.index(of: $1, $2, $3, $4) ?? PICKER_INVALID_ARGUMENT }
        table.release = { context in
            guard let context else { return }
            Unmanaged<FetchProxy>.fromOpaque(context).takeRetainedValue().release()
        }
        return table
    }
}

extension FetchProxy {
    fileprivate func count(
        _ call: UnsafePointer<picker_call>?, _ count: UnsafeMutablePointer<UInt64>?,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        guard let count else { return PICKER_INVALID_ARGUMENT }
        var counting = HostCall(.fetchCount, call, error)
        counting.receive(number: count)
        let status = perform(counting)
        if status == PICKER_OK { note(count: count.pointee) }
        return status
    }

    fileprivate func window(
        _ window: ObservedElements.Window, _ sink: UnsafePointer<picker_asset_sink>,
        _ call: UnsafePointer<picker_call>?,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        let table = boundedCopy(of: sink, into: picker_asset_sink())
        var digest = ObservedElements.Digest()
        var isStopped = false
        var listing = HostCall(.fetchWindow, call, error)
        listing.arguments = window.write
        listing.receive(atMost: window.length) { (asset: UnsafePointer<picker_asset>) in
            digest.add(asset.pointee.local_identifier)
            let flow = table.emit?(table.context, asset) ?? PICKER_STOP
            isStopped = flow != PICKER_CONTINUE
            return flow
        }
        let status = perform(listing)
        // Where it was stopped, or failed, nothing is known of what follows.
        let length = isStopped || status != PICKER_OK ? digest.count : window.length
        note(ObservedElements.Window(offset: window.offset, length: length), digest)
        return status
    }

    fileprivate func index(
        of identifier: picker_string, _ call: UnsafePointer<picker_call>?, _ index: UnsafeMutablePointer<UInt64>?,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        guard let index else { return PICKER_INVALID_ARGUMENT }
        var asking = HostCall(.fetchIndex, call, error)
        asking.arguments = { writer throws(WireError) in try writer.raw(identifier.data, identifier.length) }
        asking.receive(number: index)
        let status = perform(asking)
        if status == PICKER_OK {
            var digest = ObservedElements.Digest()
            digest.add(identifier)
            note(ObservedElements.Window(offset: index.pointee, length: 1), digest)
        }
        return status
    }
}
