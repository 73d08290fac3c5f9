internal import BackendAPI

// What a host asks with, and answers without pointers. Each names all its pointers: see `WireStruct`.

extension picker_backend_info: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&id)
        try wire.string(&name)
        try wire.string(&version)
        try wire.strings(&formats, &format_count)
        try wire.strings(&schemes, &scheme_count)
        try wire.records(&settings, &setting_count)
    }
}

extension picker_setting_description: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&key)
        try wire.string(&title)
        try wire.string(&help)
        try wire.string(&default_value)
        try wire.strings(&choices, &choice_count)
    }
}

extension picker_library_info: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&title)
        try wire.string(&account)
        try wire.string(&service)
    }
}

extension picker_open_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.bytes(&location)
        try wire.bytes(&data_directory)
        try wire.bytes(&cache_directory)
        try wire.strings(&setting_keys, &setting_count)
        try wire.strings(&setting_values, &setting_count)
    }
}

extension picker_sign_in_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.record(&library)
        try wire.bytes(&state)
        try wire.strings(&answer_keys, &answer_count)
        try wire.strings(&answer_values, &answer_count)
    }
}

extension picker_query: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&text)
        try wire.strings(&content_types, &content_type_count)
    }
}

extension picker_fetch_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&collection)
        try wire.strings(&identifiers, &identifier_count)
        try wire.record(&query)
        try wire.byteStrings(&paths, &path_count)
    }
}

extension picker_image_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
    }
}

extension picker_image_request {
    /// Leaves the formats that frames can have on their way to the host; a newer host may have asked for others (R14.7).
    ///
    /// - Returns: false: none is left of those that were asked for.
    mutating func acceptsWhatCrosses() -> Bool {
        guard accepted_formats != 0 else { return true }
        accepted_formats &= 2 << PICKER_FORMAT_IMAGE_FILE - 1
        return accepted_formats != 0
    }
}

extension picker_read_request: WireStruct {
    /// The buffer does not cross: the bytes come with the result.
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        buffer = nil
    }
}

extension picker_add_request: WireStruct {
    /// The source stays with the host: its bytes are asked for in messages.
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&filename)
        try wire.string(&collection)
        source_context = nil
        read = nil
    }
}

extension picker_index_report: WireStruct {}

extension picker_limits_v1: WireStruct {}

extension picker_frame: WireStruct {
    /// The planes and the profile travel in a file in memory: see `FrameLayout`.
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        plane = (nil, nil, nil, nil)
        release_context = nil
        release = nil
        // Its length crosses as a plain field.
        icc_profile.data = nil
    }
}
