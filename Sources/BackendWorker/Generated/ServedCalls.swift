// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import ABIMemory
internal import BackendAPI

extension ServedBackend {
    func perform(_ run: inout ServedRun) throws(WireError) -> picker_status {
        switch run.call.head.operation {
        case .entry: try enter(&run)
        case .backendExtensions: try backendExtensions(&run)
        case .fetchCount: try fetchCount(&run)
        case .fetchWindow: try fetchWindow(&run)
        case .fetchIndexOf: try fetchIndexOf(&run)
        case .fetchRelease: try fetchRelease(&run)
        case .libraryInfo: try libraryInfo(&run)
        case .libraryAuthorizationStatus: try libraryAuthorizationStatus(&run)
        case .libraryCollections: try libraryCollections(&run)
        case .libraryCameraRoll: try libraryCameraRoll(&run)
        case .libraryCollection: try libraryCollection(&run)
        case .libraryCount: try libraryCount(&run)
        case .libraryKeyAssets: try libraryKeyAssets(&run)
        case .libraryFetch: try libraryFetch(&run)
        case .libraryDetails: try libraryDetails(&run)
        case .libraryRequestImage: try libraryRequestImage(&run)
        case .libraryRead: try libraryRead(&run)
        case .libraryObserve: try libraryObserve(&run)
        case .libraryChangesSince: try libraryChangesSince(&run)
        case .libraryDiagnostics: try libraryDiagnostics(&run)
        case .libraryBeginShutdown: try libraryBeginShutdown(&run)
        case .libraryClose: try libraryClose(&run)
        case .backendInfo: try backendInfo(&run)
        case .backendProbe: try backendProbe(&run)
        case .backendOpenLibrary: try backendOpenLibrary(&run)
        case .backendDestroy: try backendDestroy(&run)
        case .writeAdd: try writeAdd(&run)
        case .writeCreateAlbum: try writeCreateAlbum(&run)
        case .videoFacts: try videoFacts(&run)
        case .videoPoster: try videoPoster(&run)
        case .heifItems: try heifItems(&run)
        case .heifRequestItem: try heifRequestItem(&run)
        case .searchSearch: try searchSearch(&run)
        case .indexRefresh: try indexRefresh(&run)
        case .daysDays: try daysDays(&run)
        case .accountSignIn: try accountSignIn(&run)
        case .accountSignOut: try accountSignOut(&run)
        }
    }

    /// `picker_fetch.count`
    private func fetchCount(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let fetch = fetch(run.call.head.handle)
        var answer: UInt64 = 0
        let status = make(run) { call, error in
            fetch.count?(fetch.context, call, &answer, error)
        }
        if status == PICKER_OK { run.values.integer(answer) }
        return status
    }

    /// `picker_fetch.window`
    private func fetchWindow(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let offset = try run.arguments.integer(UInt64.self)
        let length = try run.arguments.integer(UInt64.self)
        let fetch = fetch(run.call.head.handle)
        return emitting(run.call.assetSink, run) { sink, call, error in
            fetch.window?(fetch.context, offset, length, sink, call, error)
        }
    }

    /// `picker_fetch.index_of`
    private func fetchIndexOf(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        let fetch = fetch(run.call.head.handle)
        var answer: UInt64 = 0
        let status = make(run) { call, error in
            fetch.index_of?(fetch.context, localIdentifier, call, &answer, error)
        }
        if status == PICKER_OK { run.values.integer(answer) }
        return status
    }

    /// `picker_library.info`
    private func libraryInfo(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var answer = picker_library_info()
        answer.struct_size = structSize(of: picker_library_info.self)
        let status = make(run) { _, error in
            library.info?(library.context, &answer, error)
        }
        return try pass(&answer, after: status, &run)
    }

    /// `picker_library.authorization_status`
    private func libraryAuthorizationStatus(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var answer: UInt32 = 0
        let status = make(run) { call, error in
            library.authorization_status?(library.context, call, &answer, error)
        }
        if status == PICKER_OK { run.values.integer(answer) }
        return status
    }

    /// `picker_library.collections`
    private func libraryCollections(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let parent = try run.arguments.string()
        let types = try run.arguments.integer(UInt32.self)
        return emitting(run.call.collectionSink, run) { sink, call, error in
            library.collections?(library.context, parent, types, sink, call, error)
        }
    }

    /// `picker_library.camera_roll`
    private func libraryCameraRoll(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return emitting(run.call.collectionSink, run) { sink, call, error in
            library.camera_roll?(library.context, sink, call, error)
        }
    }

    /// `picker_library.collection`
    private func libraryCollection(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        return emitting(run.call.collectionSink, run) { sink, call, error in
            library.collection?(library.context, localIdentifier, sink, call, error)
        }
    }

    /// `picker_library.count`
    private func libraryCount(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_fetch_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        var answer: UInt64 = 0
        let status = make(run) { call, error in
            library.count?(library.context, &request, call, &answer, error)
        }
        if status == PICKER_OK { run.values.integer(answer) }
        return status
    }

    /// `picker_library.key_assets`
    private func libraryKeyAssets(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let collection = try run.arguments.string()
        let mediaTypes = try run.arguments.integer(UInt32.self)
        return emitting(run.call.assetSink, run) { sink, call, error in
            library.key_assets?(library.context, collection, mediaTypes, sink, call, error)
        }
    }

    /// `picker_library.fetch`
    private func libraryFetch(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_fetch_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        return fetching(&run) { call, fetch, error in
            library.fetch?(library.context, &request, call, fetch, error)
        }
    }

    /// `picker_library.details`
    private func libraryDetails(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        return emitting(run.call.detailsSink, run) { sink, call, error in
            library.details?(library.context, localIdentifier, sink, call, error)
        }
    }

    /// `picker_library.request_image`
    private func libraryRequestImage(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_image_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        return emitting(run.call.frameSink, run) { sink, call, error in
            library.request_image?(library.context, &request, sink, call, error)
        }
    }

    /// `picker_library.observe`
    private func libraryObserve(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return emitting(run.call.changeSink, run) { sink, call, error in
            library.observe?(library.context, sink, call, error)
        }
    }

    /// `picker_library.changes_since`
    private func libraryChangesSince(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let token = try run.arguments.bytes()
        return emitting(run.call.changeSink, run) { sink, call, error in
            library.changes_since?(library.context, token, sink, call, error)
        }
    }

    /// `picker_library.diagnostics`
    private func libraryDiagnostics(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return emitting(run.call.diagnosticSink, run) { sink, call, error in
            library.diagnostics?(library.context, sink, call, error)
        }
    }

    /// `picker_library.begin_shutdown`
    private func libraryBeginShutdown(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return make(run) { _, _ in
            library.begin_shutdown?(library.context)
            return PICKER_OK
        }
    }

    /// `picker_library.close`
    private func libraryClose(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return make(run) { _, _ in
            library.close?(library.context)
            return PICKER_OK
        }
    }

    /// `picker_backend.info`
    private func backendInfo(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var answer = picker_backend_info()
        answer.struct_size = structSize(of: picker_backend_info.self)
        let status = make(run) { _, error in
            backend.info?(backend.context, &answer, error)
        }
        return try pass(&answer, after: status, &run)
    }

    /// `picker_backend.destroy`
    private func backendDestroy(_ run: inout ServedRun) throws(WireError) -> picker_status {
        return make(run) { _, _ in
            backend.destroy?(backend.context)
            return PICKER_OK
        }
    }

    /// `picker_write_v1.add`
    private func writeAdd(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_add_request.self)
        connect(&request, run)
        if let refusal = prepare(&request, run) { return refusal }
        return emitting(run.call.assetSink, run) { sink, call, error in
            extensions.write?.add?(library.context, &request, sink, call, error)
        }
    }

    /// `picker_write_v1.create_album`
    private func writeCreateAlbum(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let title = try run.arguments.string()
        return emitting(run.call.collectionSink, run) { sink, call, error in
            extensions.write?.create_album?(library.context, title, sink, call, error)
        }
    }

    /// `picker_video_v1.facts`
    private func videoFacts(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        let representation = try run.arguments.integer(UInt32.self)
        return emitting(run.call.videoFactsSink, run) { sink, call, error in
            extensions.video?.facts?(library.context, localIdentifier, representation, sink, call, error)
        }
    }

    /// `picker_video_v1.poster`
    private func videoPoster(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        let representation = try run.arguments.integer(UInt32.self)
        let time = try run.arguments.double()
        let targetWidth = try run.arguments.integer(UInt32.self)
        let targetHeight = try run.arguments.integer(UInt32.self)
        run.call.decoding = ImageFileDecoding(posterWidth: targetWidth, height: targetHeight, of: self)
        return emitting(run.call.frameSink, run) { sink, call, error in
            extensions.video?.poster?(library.context, localIdentifier, representation, time, targetWidth, targetHeight, sink, call, error)
        }
    }

    /// `picker_heif_v1.items`
    private func heifItems(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let localIdentifier = try run.arguments.string()
        return emitting(run.call.heifItemSink, run) { sink, call, error in
            extensions.heif?.items?(library.context, localIdentifier, sink, call, error)
        }
    }

    /// `picker_heif_v1.request_item`
    private func heifRequestItem(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_image_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        let itemId = try run.arguments.integer(UInt32.self)
        return emitting(run.call.frameSink, run) { sink, call, error in
            extensions.heif?.request_item?(library.context, &request, itemId, sink, call, error)
        }
    }

    /// `picker_search_v1.search`
    private func searchSearch(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let text = try run.arguments.string()
        var request = try run.arguments.value(picker_fetch_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        return fetching(&run) { call, fetch, error in
            extensions.search?.search?(library.context, text, &request, call, fetch, error)
        }
    }

    /// `picker_index_v1.refresh`
    private func indexRefresh(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let mode = try run.arguments.integer(UInt32.self)
        var answer = picker_index_report()
        answer.struct_size = structSize(of: picker_index_report.self)
        let status = make(run) { call, error in
            extensions.index?.refresh?(library.context, mode, &answer, call, error)
        }
        return try pass(&answer, after: status, &run)
    }

    /// `picker_days_v1.days`
    private func daysDays(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let fetch = fetch(run.call.head.handle)
        return emitting(run.call.daySink, run) { sink, call, error in
            extensions.days?.days?(fetch.context, sink, call, error)
        }
    }

    /// `picker_account_v1.sign_in`
    private func accountSignIn(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_sign_in_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        return emitting(run.call.accountStepSink, run) { sink, call, error in
            backendExtensions.account?.sign_in?(backend.context, &request, sink, call, error)
        }
    }

    /// `picker_account_v1.sign_out`
    private func accountSignOut(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var library = try run.arguments.value(picker_open_request.self)
        if let refusal = prepare(&library, run) { return refusal }
        return make(run) { call, error in
            backendExtensions.account?.sign_out?(backend.context, &library, call, error)
        }
    }
}
