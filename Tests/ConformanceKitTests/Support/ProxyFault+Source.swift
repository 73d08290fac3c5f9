extension ProxyFault {
    /// The rest, in C. The contexts are those of the real backend, whose functions are the same for each library and fetch.
    static let source = #"""
        /* ---- Counts, bytes and images ---- */

        static picker_status count(void *context, const picker_fetch_request *request, const picker_call *call,
                                   uint64_t *number, picker_error *error)
        {
            static uint64_t first;
            bool is_known = request->scope == PICKER_SCOPE_ALL && request->query == NULL && first != 0;
            picker_status status = library.count(context, request, call, number, error);
            if (is_known && status == PICKER_OK) *number = first;
            if (request->scope == PICKER_SCOPE_ALL && request->query == NULL) first = *number;
            return status;
        }

        static picker_status read_bytes(void *context, const picker_read_request *request, const picker_call *call,
                                        uint64_t *length, picker_error *error)
        {
            picker_read_request any = *request;
        #ifdef OFFSETS_OF_FIRST_FILES
            if (any.representation > 0) any.offset = 0;
        #else
            if (any.representation > 0) any.version_token = 0;
        #endif
            return library.read(context, &any, call, length, error);
        }

        static picker_flow profile_frame(void *context, const picker_frame *real)
        {
            static const uint8_t profile[200] = {0, 0, 0, 200};
            const picker_frame_sink *sink = context;
            picker_frame frame = *real;
            frame.color_space = PICKER_COLOR_ICC;
            frame.icc_profile = (picker_bytes){profile, sizeof profile};
            return sink->emit(sink->context, &frame);
        }

        static picker_status image(void *context, const picker_image_request *request, const picker_frame_sink *real,
                                   const picker_call *call, picker_error *error)
        {
            bool is_kept = request->color_policy == PICKER_COLOR_KEEP;
            picker_frame_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = profile_frame};
            return library.request_image(context, request, is_kept ? &sink : real, call, error);
        }

        /* ---- Collections ---- */

        static picker_flow pass_collection(void *context, const picker_collection *real)
        {
            const picker_collection_sink *sink = context;
            picker_collection collection = *real;
        #ifdef LIVE_PHOTOS_ARE_RAW
            if (collection.subtype == PICKER_COLLECTION_LIVE_PHOTOS) collection.subtype = PICKER_COLLECTION_RAW;
        #else
            bool is_inside = collection.parent.data != NULL && collection.type != PICKER_COLLECTION_FOLDER;
            if (is_inside) collection.parent = (picker_string){"cElsewhere", 10};
        #endif
            return sink->emit(sink->context, &collection);
        }

        static picker_status collections(void *context, picker_string parent, uint32_t types,
                                         const picker_collection_sink *real, const picker_call *call,
                                         picker_error *error)
        {
            picker_collection_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = pass_collection};
            return library.collections(context, parent, types, &sink, call, error);
        }

        /* ---- Days ---- */

        static picker_status fetch_noted(void *context, const picker_fetch_request *request, const picker_call *call,
                                         picker_fetch *fetch, picker_error *error)
        {
            picker_status status = library.fetch(context, request, call, fetch, error);
            if (status == PICKER_OK) found = *fetch;
            return status;
        }

        typedef struct day_run {
            const picker_day_sink *sink;
            picker_day day;
            bool has_stopped;
        } day_run;

        /* By UTC, wherever the asset was made. All have a date. */
        static picker_flow add_to_day(void *context, const picker_asset *asset)
        {
            day_run *run = context;
            const int64_t length = 86400000;
            int64_t day = asset->creation_time / length - (asset->creation_time % length < 0 ? 1 : 0);
            if (run->day.count > 0 && run->day.day == day) {
                run->day.count++;
                return PICKER_CONTINUE;
            }
            bool is_first = run->day.count == 0;
            run->has_stopped = !is_first && run->sink->emit(run->sink->context, &run->day) != PICKER_CONTINUE;
            run->day = (picker_day){.struct_size = sizeof run->day, .flags = PICKER_DAY_HAS_DATE, .day = day, .count = 1};
            return run->has_stopped ? PICKER_STOP : PICKER_CONTINUE;
        }

        static picker_status days(void *context, const picker_day_sink *sink, const picker_call *call,
                                  picker_error *error)
        {
            day_run run = {.sink = sink};
            picker_asset_sink assets = {.struct_size = sizeof assets, .context = &run, .emit = add_to_day};
            picker_status status = found.window(context, 0, UINT64_MAX, &assets, call, error);
            bool is_left = status == PICKER_OK && run.day.count > 0 && !run.has_stopped;
            if (is_left) sink->emit(sink->context, &run.day);
            return status;
        }

        static picker_days_v1 days_table = {.struct_size = sizeof days_table, .days = days};

        /* ---- Search ---- */

        static picker_status found_window(void *context, uint64_t offset, uint64_t length,
                                          const picker_asset_sink *sink, const picker_call *call, picker_error *error)
        {
            if (offset > 0 && length > 1) length--;
            return found.window(context, offset, length, sink, call, error);
        }

        static picker_status found_index(void *context, picker_string identifier, const picker_call *call,
                                         uint64_t *index, picker_error *error)
        {
            picker_status status = found.index_of(context, identifier, call, index, error);
            if (status == PICKER_OK) *index += 1;
            return status;
        }

        static picker_status found_count(void *context, const picker_call *call, uint64_t *number, picker_error *error)
        {
            picker_status status = found.count(context, call, number, error);
            if (status != PICKER_CLOSED) return status;
            error->message_length = 0;
            *number = 1;
            return PICKER_OK;
        }

        static const picker_search_v1 *real_search;

        static picker_status search(void *context, picker_string text, const picker_fetch_request *real,
                                    const picker_call *call, picker_fetch *fetch, picker_error *error)
        {
            picker_fetch_request request = *real;
            picker_query query = {.struct_size = sizeof query};
            if (real->query != NULL) query = *real->query;
            if (real->query != NULL) request.query = &query;
        #ifdef SEARCH_EVERYWHERE
            if (request.scope == PICKER_SCOPE_COLLECTION) request.scope = PICKER_SCOPE_ALL;
        #endif
        #ifdef SEARCH_WITHOUT_LIMIT
            query.limit = 0;
        #endif
        #ifdef SEARCH_UNSORTED
            memset(query.sort, 0, sizeof query.sort);
        #endif
            picker_status status = real_search->search(context, text, &request, call, fetch, error);
            if (status != PICKER_OK) return status;
            found = *fetch;
        #ifdef WINDOWS_MISS_ONE
            fetch->window = found_window;
        #endif
        #ifdef PLACES_FROM_ONE
            fetch->index_of = found_index;
        #endif
        #ifdef FOUND_FOR_EVER
            fetch->count = found_count;
        #endif
            (void)found_window, (void)found_index, (void)found_count;
            return status;
        }

        /* ---- Other extensions ---- */

        static const picker_write_v1 *real_write;
        static const picker_index_v1 *real_index;
        static const picker_video_v1 *real_video;

        static picker_status create_album(void *context, picker_string title, const picker_collection_sink *sink,
                                          const picker_call *call, picker_error *error)
        {
            if (title.length == 0) title = (picker_string){"Untitled", 8};
            return real_write->create_album(context, title, sink, call, error);
        }

        static picker_status add(void *context, const picker_add_request *request, const picker_asset_sink *sink,
                                 const picker_call *call, picker_error *error)
        {
            has_added = true;
            return real_write->add(context, request, sink, call, error);
        }

        static picker_status refresh(void *context, uint32_t mode, picker_index_report *report,
                                     const picker_call *call, picker_error *error)
        {
            picker_status status = real_index->refresh(context, mode, report, call, error);
            return status == PICKER_DEADLINE ? PICKER_CANCELLED : status;
        }

        static picker_status poster(void *context, picker_string identifier, uint32_t representation, double time,
                                    uint32_t width, uint32_t height, const picker_frame_sink *sink,
                                    const picker_call *call, picker_error *error)
        {
            picker_status status =
                real_video->poster(context, identifier, representation, time, width, height, sink, call, error);
            if (status != PICKER_CANCELLED) return status;
            error->message_length = 0;
            return PICKER_OK;
        }

        static picker_search_v1 search_table;
        static picker_write_v1 write_table;
        static picker_index_v1 index_table;
        static picker_video_v1 video_table;

        static bool is_id(picker_string id, const char *text)
        {
            return id.length == strlen(text) && memcmp(id.data, text, id.length) == 0;
        }

        /* What a search for "new" found at first is what it finds. */
        static picker_fetch kept;

        static void keep(void *context) { (void)context; }

        static picker_status search_of_before(void *context, picker_string text, const picker_fetch_request *request,
                                              const picker_call *call, picker_fetch *fetch, picker_error *error)
        {
            bool is_new = is_id(text, "new");
            if (is_new && kept.struct_size != 0) {
                *fetch = kept;
                return PICKER_OK;
            }
            picker_status status = real_search->search(context, text, request, call, fetch, error);
            if (status != PICKER_OK || !is_new) return status;
            fetch->release = keep;
            kept = *fetch;
            return status;
        }

        static const void *get_extension(void *context, picker_string id)
        {
        #ifdef DAYS_IN_GREENWICH
            // The backend behind this one has none.
            if (is_id(id, PICKER_EXT_DAYS)) return &days_table;
        #endif
            const void *real = library.get_extension(context, id);
            if (real == NULL) return NULL;
            if (is_id(id, PICKER_EXT_HEIF)) return passing_heif(real);
            if (is_id(id, PICKER_EXT_SEARCH)) {
                real_search = real;
                search_table = *real_search;
                search_table.search = search;
        #ifdef SEARCHES_OF_BEFORE
                search_table.search = search_of_before;
        #endif
                (void)search_of_before;
                return &search_table;
            }
            if (is_id(id, PICKER_EXT_WRITE)) {
                real_write = real;
                write_table = *real_write;
                write_table.add = add;
        #ifdef ALBUMS_WITHOUT_TITLE
                write_table.create_album = create_album;
        #endif
                return &write_table;
            }
        #ifdef LATE_IS_CANCELLED
            if (is_id(id, PICKER_EXT_INDEX)) {
                real_index = real;
                index_table = *real_index;
                index_table.refresh = refresh;
                return &index_table;
            }
        #endif
        #ifdef POSTER_OF_NOTHING
            if (is_id(id, PICKER_EXT_VIDEO)) {
                real_video = real;
                video_table = *real_video;
                video_table.poster = poster;
                return &video_table;
            }
        #endif
            (void)create_album, (void)refresh, (void)poster, (void)days_table;
            (void)index_table, (void)video_table;
            return real;
        }

        /* ---- The tables ---- */

        static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                          picker_library *table, picker_error *error)
        {
            picker_status status = backend.open_library(context, request, call, table, error);
            if (status != PICKER_OK) return status;
            library = *table;
            openings++;
            table->observe = observe;
            table->changes_since = changes_since;
            table->get_extension = get_extension;
            table->details = details_of;
        #ifdef DAYS_IN_GREENWICH
            table->fetch = fetch_noted;
        #endif
        #if defined PARENTS_OF_ALBUMS || defined LIVE_PHOTOS_ARE_RAW
            table->collections = collections;
        #endif
        #ifdef CHANGES_ASSETS
            table->fetch = fetch_assets;
        #endif
        #ifdef PATHS_OF_FIRST_FILES
            table->fetch = fetch_first_files;
        #endif
            replace_images(table);
            (void)fetch_assets, (void)fetch_first_files;
        #ifdef COUNT_OF_BEFORE
            table->count = count;
        #endif
        #if defined ANY_VERSION || defined OFFSETS_OF_FIRST_FILES
            table->read = read_bytes;
        #endif
        #ifdef MADE_UP_PROFILE
            table->request_image = image;
        #endif
            (void)count, (void)read_bytes, (void)image, (void)fetch_noted, (void)collections;
            return status;
        }

        PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *table,
                                                            picker_error *error)
        {
            void *real = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
            if (real == NULL) return PICKER_UNSUPPORTED;
            picker_backend_entry_v1_function entry =
                (picker_backend_entry_v1_function)dlsym(real, "picker_backend_entry_v1");
            picker_status status = entry(request, table, error);
            if (status != PICKER_OK) return status;
            backend = *table;
            table->open_library = open_library;
            return status;
        }
        """#
}
