// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import ABIMemory
internal import BackendAPI

// Each function of a plugin as a call: with its arguments, without what takes the answers.

extension HostCall {
    /// `picker_fetch.count`
    static func fetchCount(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.fetchCount, call, error)
    }

    /// `picker_fetch.window`
    static func fetchWindow(
        _ offset: UInt64, _ length: UInt64,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.fetchWindow, call, error)
        made.arguments = { writer throws(WireError) in
            writer.integer(offset)
            writer.integer(length)
        }
        return made
    }

    /// `picker_fetch.index_of`
    static func fetchIndexOf(
        _ localIdentifier: picker_string,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.fetchIndexOf, call, error)
        made.concern(localIdentifier)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
        }
        return made
    }

    /// `picker_fetch.release`
    static func fetchRelease() -> HostCall {
        HostCall(.fetchRelease, nil, nil)
    }

    /// `picker_library.info`
    static func libraryInfo(
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.libraryInfo, nil, error)
    }

    /// `picker_library.authorization_status`
    static func libraryAuthorizationStatus(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.libraryAuthorizationStatus, call, error)
    }

    /// `picker_library.collections`
    static func libraryCollections(
        _ parent: picker_string, _ types: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryCollections, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(parent.data, parent.length)
            writer.integer(types)
        }
        return made
    }

    /// `picker_library.camera_roll`
    static func libraryCameraRoll(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.libraryCameraRoll, call, error)
    }

    /// `picker_library.collection`
    static func libraryCollection(
        _ localIdentifier: picker_string,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryCollection, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
        }
        return made
    }

    /// `picker_library.count`
    static func libraryCount(
        _ request: UnsafePointer<picker_fetch_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryCount, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_library.key_assets`
    static func libraryKeyAssets(
        _ collection: picker_string, _ mediaTypes: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryKeyAssets, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(collection.data, collection.length)
            writer.integer(mediaTypes)
        }
        return made
    }

    /// `picker_library.fetch`
    static func libraryFetch(
        _ request: UnsafePointer<picker_fetch_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryFetch, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_library.details`
    static func libraryDetails(
        _ localIdentifier: picker_string,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryDetails, call, error)
        made.concern(localIdentifier)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
        }
        return made
    }

    /// `picker_library.request_image`
    static func libraryRequestImage(
        _ request: UnsafePointer<picker_image_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryRequestImage, call, error)
        made.concern(boundedCopy(of: request, into: picker_image_request()).local_identifier)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_library.read`
    static func libraryRead(
        _ request: UnsafePointer<picker_read_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryRead, call, error)
        made.concern(boundedCopy(of: request, into: picker_read_request()).local_identifier)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_library.observe`
    static func libraryObserve(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.libraryObserve, call, error)
    }

    /// `picker_library.changes_since`
    static func libraryChangesSince(
        _ token: picker_bytes,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.libraryChangesSince, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(token.data, token.length)
        }
        return made
    }

    /// `picker_library.diagnostics`
    static func libraryDiagnostics(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.libraryDiagnostics, call, error)
    }

    /// `picker_library.begin_shutdown`
    static func libraryBeginShutdown() -> HostCall {
        HostCall(.libraryBeginShutdown, nil, nil)
    }

    /// `picker_library.close`
    static func libraryClose() -> HostCall {
        HostCall(.libraryClose, nil, nil)
    }

    /// `picker_backend.info`
    static func backendInfo(
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.backendInfo, nil, error)
    }

    /// `picker_backend.probe`
    static func backendProbe(
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.backendProbe, nil, error)
    }

    /// `picker_backend.open_library`
    static func backendOpenLibrary(
        _ request: UnsafePointer<picker_open_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.backendOpenLibrary, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_backend.destroy`
    static func backendDestroy() -> HostCall {
        HostCall(.backendDestroy, nil, nil)
    }

    /// `picker_write_v1.add`
    static func writeAdd(
        _ request: UnsafePointer<picker_add_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.writeAdd, call, error)
        made.serve(request)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_write_v1.create_album`
    static func writeCreateAlbum(
        _ title: picker_string,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.writeCreateAlbum, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(title.data, title.length)
        }
        return made
    }

    /// `picker_video_v1.facts`
    static func videoFacts(
        _ localIdentifier: picker_string, _ representation: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.videoFacts, call, error)
        made.concern(localIdentifier)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
            writer.integer(representation)
        }
        return made
    }

    /// `picker_video_v1.poster`
    static func videoPoster(
        _ localIdentifier: picker_string, _ representation: UInt32, _ time: Double, _ targetWidth: UInt32, _ targetHeight: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.videoPoster, call, error)
        made.concern(localIdentifier)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
            writer.integer(representation)
            writer.double(time)
            writer.integer(targetWidth)
            writer.integer(targetHeight)
        }
        return made
    }

    /// `picker_heif_v1.items`
    static func heifItems(
        _ localIdentifier: picker_string,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.heifItems, call, error)
        made.concern(localIdentifier)
        made.arguments = { writer throws(WireError) in
            try writer.raw(localIdentifier.data, localIdentifier.length)
        }
        return made
    }

    /// `picker_heif_v1.request_item`
    static func heifRequestItem(
        _ request: UnsafePointer<picker_image_request>, _ itemId: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.heifRequestItem, call, error)
        made.concern(boundedCopy(of: request, into: picker_image_request()).local_identifier)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
            writer.integer(itemId)
        }
        return made
    }

    /// `picker_search_v1.search`
    static func searchSearch(
        _ text: picker_string, _ request: UnsafePointer<picker_fetch_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.searchSearch, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.raw(text.data, text.length)
            try writer.value(request)
        }
        return made
    }

    /// `picker_index_v1.refresh`
    static func indexRefresh(
        _ mode: UInt32,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.indexRefresh, call, error)
        made.arguments = { writer throws(WireError) in
            writer.integer(mode)
        }
        return made
    }

    /// `picker_days_v1.days`
    static func daysDays(
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        HostCall(.daysDays, call, error)
    }

    /// `picker_account_v1.sign_in`
    static func accountSignIn(
        _ request: UnsafePointer<picker_sign_in_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.accountSignIn, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.value(request)
        }
        return made
    }

    /// `picker_account_v1.sign_out`
    static func accountSignOut(
        _ library: UnsafePointer<picker_open_request>,
        _ call: UnsafePointer<picker_call>?, _ error: UnsafeMutablePointer<picker_error>?
    ) -> HostCall {
        var made = HostCall(.accountSignOut, call, error)
        made.arguments = { writer throws(WireError) in
            try writer.value(library)
        }
        return made
    }
}
