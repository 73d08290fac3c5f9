extension ProxyFault {
    /// What concerns several files of an asset, in C.
    static let files = #"""
        /* ---- Fetches by paths ---- */

        /* Of the kit's pairs, the file that comes second. */
        static bool is_second(picker_bytes path)
        {
            return path.length > 4 && memcmp(path.data + path.length - 4, ".DNG", 4) == 0;
        }

        static picker_status fetch_first_files(void *context, const picker_fetch_request *real, const picker_call *call,
                                               picker_fetch *fetch, picker_error *error)
        {
            picker_fetch_request request = *real;
            picker_bytes paths[64];
            bool is_named = real->scope == PICKER_SCOPE_PATHS && real->path_count <= 64;
            if (!is_named) return library.fetch(context, real, call, fetch, error);
            request.path_count = 0;
            request.paths = paths;
            for (uint64_t index = 0; index < real->path_count; index++) {
                if (!is_second(real->paths[index])) paths[request.path_count++] = real->paths[index];
            }
            return library.fetch(context, &request, call, fetch, error);
        }

        /* ---- Versions ---- */

        static picker_status image_without_edits(void *context, const picker_image_request *real,
                                                 const picker_frame_sink *sink, const picker_call *call,
                                                 picker_error *error)
        {
            picker_image_request request = *real;
            if (request.version == PICKER_VERSION_CURRENT) request.version = PICKER_VERSION_UNADJUSTED;
            return library.request_image(context, &request, sink, call, error);
        }

        /* ---- Details ---- */

        /* What files are to an asset is said of copies of them. */
        static void change_parts(picker_asset_details *details, picker_representation *parts,
                                 const picker_representation **list)
        {
            for (uint32_t index = 0; index < details->representation_count; index++) {
                parts[index] = *details->representations[index];
                list[index] = &parts[index];
        #ifdef FILES_OF_ONE_TYPE
                parts[index].content_type = parts[0].content_type;
        #endif
        #ifdef FILES_OF_ONE_ROLE
                parts[index].role = parts[0].role;
        #endif
        #ifdef SIZES_OF_ORIGINALS
                parts[index].pixel_width = parts[0].pixel_width;
                parts[index].pixel_height = parts[0].pixel_height;
        #endif
            }
            details->representations = list;
        }

        static picker_flow pass_details(void *context, const picker_asset_details *real)
        {
            const picker_details_sink *sink = context;
            picker_asset_details details = *real;
            picker_camera_metadata camera;
            picker_representation parts[16];
            const picker_representation *list[16];
            if (details.representation_count <= 16) change_parts(&details, parts, list);
            if (details.camera == NULL) return sink->emit(sink->context, &details);
            camera = *details.camera;
            details.camera = &camera;
        #ifdef TITLES_ARE_CAPTIONS
            camera.title = real->camera->caption;
            camera.caption = real->camera->title;
        #endif
        #ifdef LAST_KEYWORD_IS_MISSING
            if (camera.keyword_count > 1) camera.keyword_count--;
        #endif
            return sink->emit(sink->context, &details);
        }

        static picker_status details_of(void *context, picker_string identifier, const picker_details_sink *real,
                                        const picker_call *call, picker_error *error)
        {
            picker_details_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = pass_details};
            return library.details(context, identifier, &sink, call, error);
        }

        """#
}
