// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import BackendAPI

/// Every struct that crosses between a host and a worker.
enum WireStructs {
    static var all: [any WireStruct.Type] {
        [
            picker_query.self,
            picker_collection.self,
            picker_asset.self,
            picker_representation.self,
            picker_camera_metadata.self,
            picker_asset_details.self,
            picker_diagnostic.self,
            picker_fetch_request.self,
            picker_frame.self,
            picker_image_request.self,
            picker_change.self,
            picker_library_info.self,
            picker_read_request.self,
            picker_setting_description.self,
            picker_backend_info.self,
            picker_open_request.self,
            picker_add_request.self,
            picker_video_facts.self,
            picker_heif_item.self,
            picker_index_report.self,
            picker_day.self,
            picker_limits_v1.self,
            picker_account_step.self,
            picker_sign_in_request.self,
        ]
    }
}

extension picker_query: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&text)
        try wire.strings(&content_types, &content_type_count)
    }
}

extension picker_collection: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        try wire.string(&title)
        try wire.string(&parent)
    }
}

extension picker_asset: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        try wire.string(&filename)
        try wire.string(&relative_path)
        try wire.bytes(&relative_path_bytes)
        try wire.string(&content_type)
        try wire.bytes(&placeholder)
    }
}

extension picker_representation: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&filename)
        try wire.string(&relative_path)
        try wire.bytes(&relative_path_bytes)
        try wire.string(&content_type)
    }
}

extension picker_camera_metadata: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&make)
        try wire.string(&model)
        try wire.string(&lens)
        try wire.string(&software)
        try wire.string(&caption)
        try wire.string(&title)
        try wire.strings(&keywords, &keyword_count)
    }
}

extension picker_asset_details: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.record(&asset)
        try wire.records(&representations, &representation_count)
        try wire.record(&camera)
    }
}

extension picker_diagnostic: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&relative_path)
        try wire.string(&message)
        try wire.bytes(&relative_path_bytes)
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

extension picker_frame: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        plane = (nil, nil, nil, nil)
        icc_profile.data = nil
        release_context = nil
        release = nil
    }
}

extension picker_image_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
    }
}

extension picker_change: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.strings(&identifiers, &identifier_count)
        try wire.bytes(&token)
    }
}

extension picker_library_info: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&title)
        try wire.string(&account)
        try wire.string(&service)
    }
}

extension picker_read_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        buffer = nil
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

extension picker_open_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.bytes(&location)
        try wire.bytes(&data_directory)
        try wire.bytes(&cache_directory)
        try wire.strings(&setting_keys, &setting_count)
        let settingValuesCount = setting_count
        try wire.strings(&setting_values, &setting_count)
        guard setting_count == settingValuesCount else { throw .malformed }
    }
}

extension picker_add_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&filename)
        try wire.string(&collection)
        source_context = nil
        read = nil
    }
}

extension picker_video_facts: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&video_codec)
        try wire.string(&audio_codec)
    }
}

extension picker_heif_item: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&auxiliary_type)
    }
}

extension picker_index_report: WireStruct {}

extension picker_day: WireStruct {}

extension picker_limits_v1: WireStruct {}

extension picker_account_step: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&message)
        try wire.records(&fields, &field_count)
        try wire.string(&address)
        try wire.string(&code)
        try wire.string(&account)
        try wire.bytes(&state)
    }
}

extension picker_sign_in_request: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.record(&library)
        try wire.bytes(&state)
        try wire.strings(&answer_keys, &answer_count)
        let answerValuesCount = answer_count
        try wire.strings(&answer_values, &answer_count)
        guard answer_count == answerValuesCount else { throw .malformed }
    }
}
