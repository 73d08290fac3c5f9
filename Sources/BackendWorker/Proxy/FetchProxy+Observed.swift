internal import ABIMemory
internal import BackendAPI

// Functions of the fetch's table whose answers are remembered, to check whether they still hold in another worker.

extension FetchProxy {
    func count(
        _ call: UnsafePointer<picker_call>?, _ count: UnsafeMutablePointer<UInt64>,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        var counting = HostCall.fetchCount(call, error)
        counting.receive(number: count)
        let status = perform(counting)
        if status == PICKER_OK { note(count: count.pointee) }
        return status
    }

    func window(
        _ offset: UInt64, _ length: UInt64, _ sink: UnsafePointer<picker_asset_sink>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        let table = boundedCopy(of: sink, into: picker_asset_sink())
        var digest = ObservedElements.Digest()
        var isStopped = false
        var listing = HostCall.fetchWindow(offset, length, call, error)
        listing.receive(atMost: length) { (asset: UnsafePointer<picker_asset>) in
            digest.add(asset.pointee.local_identifier)
            let flow = table.emit?(table.context, asset) ?? PICKER_STOP
            isStopped = flow != PICKER_CONTINUE
            return flow
        }
        let status = perform(listing)
        // If it was stopped or failed, what follows is not known.
        let known = isStopped || status != PICKER_OK ? digest.count : length
        note(ObservedElements.Window(offset: offset, length: known), digest)
        return status
    }

    func indexOf(
        _ identifier: picker_string, _ call: UnsafePointer<picker_call>?, _ index: UnsafeMutablePointer<UInt64>,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        var asking = HostCall.fetchIndexOf(identifier, call, error)
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
