extension ProxyFault {
    /// What concerns the records of assets in windows, in C.
    static let assets = #"""
        /* ---- Assets ---- */

        #if defined VERSIONS_OF_FIRST_FILES || defined PLACES_WITHOUT_SECONDS || defined PAIRS_HAVE_OTHER_NAMES || \
            defined DIGITS_ARE_MILLISECONDS || defined DATES_ARE_UNTOLD || defined FOLDERS_ARE_UNTOLD || \
            defined HEIF_SIZES_ARE_STORED || defined COVERS_ARE_STACKED
        #define CHANGES_ASSETS
        #endif

        static picker_status (*real_window)(void *context, uint64_t offset, uint64_t length,
                                            const picker_asset_sink *sink, const picker_call *call,
                                            picker_error *error);

        static picker_flow pass_asset(void *context, const picker_asset *real)
        {
            const picker_asset_sink *sink = context;
            picker_asset asset = *real;
        #ifdef VERSIONS_OF_FIRST_FILES
            asset.version_token = asset.byte_size * 31 + (uint64_t)asset.modification_time;
        #endif
        #ifdef DATES_ARE_UNTOLD
            // Its version is that of its content alone.
            picker_string file_name = asset.filename, identifier = asset.local_identifier;
            bool is_it = file_name.length == 9 && memcmp(file_name.data, "jpg-5.jpg", 9) == 0;
            if (is_it && identifier.length < sizeof untold_text) {
                memcpy(untold_text, identifier.data, identifier.length);
                untold = (picker_string){untold_text, identifier.length};
                asset.version_token = asset.byte_size;
            }
        #endif
        #ifdef HEIF_SIZES_ARE_STORED
            // The kit's HEIC file alone has this size.
            bool is_turned = asset.pixel_width == 64 && asset.pixel_height == 96;
            if (is_turned) asset.pixel_width = 96, asset.pixel_height = 64;
        #endif
        #ifdef FOLDERS_ARE_UNTOLD
            picker_string path = asset.relative_path, moved = asset.local_identifier;
            bool is_moved = path.length > 17 && memcmp(path.data, "Nested/Elsewhere/", 17) == 0;
            if (is_moved && moved.length < sizeof untold_text) {
                memcpy(untold_text, moved.data, moved.length);
                untold = (picker_string){untold_text, moved.length};
            }
        #endif
        #ifdef DIGITS_ARE_MILLISECONDS
            // Of two digits, as of 0.25 s.
            bool is_divided = asset.filename.length > 6 && memcmp(asset.filename.data, "parts-", 6) == 0;
            if (is_divided) asset.creation_time -= asset.creation_time % 1000 * 9 / 10;
        #endif
        #ifdef COVERS_ARE_STACKED
            // The photo that stands for the others is marked like them.
            if ((asset.media_subtypes & PICKER_SUBTYPE_BURST) != 0) asset.media_subtypes |= PICKER_SUBTYPE_STACKED;
        #endif
        #ifdef PLACES_WITHOUT_SECONDS
            asset.latitude = (double)(int64_t)(asset.latitude * 60) / 60;
        #endif
        #ifdef PAIRS_HAVE_OTHER_NAMES
            // The kit's pairs alone have names in capitals.
            char name[64];
            picker_string file = asset.filename, known = asset.local_identifier;
            bool is_of_pair = file.length > 4 && memcmp(file.data + file.length - 4, ".JPG", 4) == 0;
            if (is_of_pair && known.length > 1 && known.length < sizeof name) {
                memcpy(name, known.data, known.length);
                name[1] = name[1] == 'x' ? 'y' : 'x';
                asset.local_identifier = (picker_string){name, known.length};
            }
        #endif
            return sink->emit(sink->context, &asset);
        }

        static picker_status window_of_assets(void *context, uint64_t offset, uint64_t length,
                                              const picker_asset_sink *real, const picker_call *call,
                                              picker_error *error)
        {
            picker_asset_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = pass_asset};
            return real_window(context, offset, length, &sink, call, error);
        }

        static picker_status fetch_assets(void *context, const picker_fetch_request *request, const picker_call *call,
                                          picker_fetch *fetch, picker_error *error)
        {
            picker_status status = library.fetch(context, request, call, fetch, error);
            if (status != PICKER_OK) return status;
            real_window = fetch->window;
            fetch->window = window_of_assets;
            return status;
        }

        """#
}
