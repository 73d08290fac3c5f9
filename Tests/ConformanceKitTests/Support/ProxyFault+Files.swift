extension ProxyFault {
    /// What concerns several files of an asset, and samples of images, in C.
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

        /* The kit's edited photo is 48 pixels wide, and 64 before it was edited. */
        static picker_status image_of_current_size(void *context, const picker_image_request *request,
                                                   const picker_frame_sink *sink, const picker_call *call,
                                                   picker_error *error)
        {
            bool is_other = request->version != PICKER_VERSION_CURRENT;
            if (is_other && request->crop.x + request->crop.width > 48) return PICKER_INVALID_ARGUMENT;
            return library.request_image(context, request, sink, call, error);
        }

        /* ---- Alpha ---- */

        typedef struct multiplied {
            picker_frame real;
            uint8_t *samples;
        } multiplied;

        static void release_multiplied(void *context)
        {
            multiplied *frame = context;
            frame->real.release(frame->real.release_context);
            free(frame->samples);
            free(frame);
        }

        static picker_flow multiply_frame(void *context, const picker_frame *real)
        {
            const picker_frame_sink *sink = context;
            if (real->format != PICKER_FORMAT_RGBA8) return sink->emit(sink->context, real);
            uint64_t stride = (uint64_t)real->width * 4;
            multiplied *kept = malloc(sizeof *kept);
            *kept = (multiplied){*real, malloc(stride * real->height)};
            for (uint32_t y = 0; y < real->height; y++) {
                const uint8_t *from = real->plane[0] + y * real->stride[0];
                uint8_t *to = kept->samples + y * stride;
                for (uint64_t at = 0; at < stride; at++)
                    to[at] = at % 4 == 3 ? from[at] : (uint8_t)(from[at] * from[at | 3] / 255);
            }
            picker_frame frame = *real;
            frame.plane[0] = kept->samples;
            frame.stride[0] = stride;
            frame.release_context = kept;
            frame.release = release_multiplied;
            return sink->emit(sink->context, &frame);
        }

        static picker_status image_multiplied(void *context, const picker_image_request *request,
                                              const picker_frame_sink *real, const picker_call *call,
                                              picker_error *error)
        {
            picker_frame_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = multiply_frame};
            return library.request_image(context, request, &sink, call, error);
        }

        /* ---- Profiles ---- */

        static picker_flow drop_profile(void *context, const picker_frame *real)
        {
            const picker_frame_sink *sink = context;
            picker_frame frame = *real;
            frame.color_space = PICKER_COLOR_SRGB;
            frame.icc_profile = (picker_bytes){NULL, 0};
            return sink->emit(sink->context, &frame);
        }

        /* Samples as they are, which are said to be those of sRGB. */
        static picker_status image_without_profile(void *context, const picker_image_request *real,
                                                   const picker_frame_sink *sink, const picker_call *call,
                                                   picker_error *error)
        {
            picker_image_request request = *real;
            picker_frame_sink dropping = {.struct_size = sizeof dropping, .context = (void *)sink, .emit = drop_profile};
            if (real->color_policy == PICKER_COLOR_KEEP) return library.request_image(context, real, sink, call, error);
            request.color_policy = PICKER_COLOR_KEEP;
            return library.request_image(context, &request, &dropping, call, error);
        }

        /* ---- Images of videos ---- */

        /* The kit's video alone has this size, and its files of other formats. */
        static picker_flow halve_frame(void *context, const picker_frame *real)
        {
            const picker_frame_sink *sink = context;
            picker_frame frame = *real;
            bool is_it = frame.width == 96 && frame.height == 64;
        #ifdef HALVES_OF_OTHER_FORMATS
            is_it = frame.width == 16 && frame.height == 12;
        #endif
            if (is_it) frame.height /= 2;
            return sink->emit(sink->context, &frame);
        }

        static picker_status image_of_half(void *context, const picker_image_request *request,
                                           const picker_frame_sink *real, const picker_call *call, picker_error *error)
        {
            picker_frame_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = halve_frame};
            return library.request_image(context, request, &sink, call, error);
        }

        static void replace_images(picker_library *table)
        {
        #ifdef EDITS_ARE_PASSED_OVER
            table->request_image = image_without_edits;
        #endif
        #ifdef CROPS_OF_CURRENT_SIZE
            table->request_image = image_of_current_size;
        #endif
        #ifdef MULTIPLIED_ALPHA
            table->request_image = image_multiplied;
        #endif
        #ifdef PROFILES_ARE_DROPPED
            table->request_image = image_without_profile;
        #endif
        #if defined HALVES_OF_VIDEOS || defined HALVES_OF_OTHER_FORMATS
            table->request_image = image_of_half;
        #endif
            (void)table, (void)image_without_edits, (void)image_of_current_size, (void)image_multiplied;
            (void)image_without_profile, (void)image_of_half;
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
        #ifdef VIDEOS_BEGIN_WHERE_FILES_DO
                parts[index].byte_offset = 0;
        #endif
        #ifdef TYPES_OF_MIME
                if (index > 0) parts[index].content_type = (picker_string){"video/quicktime", 15};
        #endif
        #ifdef FILES_OF_ONE_NAME
                parts[index].filename = parts[0].filename;
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
        #ifdef TITLES_ARE_UNCUT
            char uncut[1200];
            memset(uncut, 'x', sizeof uncut);
            if (camera.title.length > 1000) camera.title = (picker_string){uncut, sizeof uncut};
        #endif
        #ifdef KEYWORDS_ARE_CUT_ANYWHERE
            picker_string keywords[2];
            if (camera.keyword_count == 2) {
                memcpy(keywords, camera.keywords, sizeof keywords);
                for (int index = 0; index < 2; index++)
                    if (keywords[index].length > 1000) keywords[index].length = 1000;
                camera.keywords = keywords;
            }
        #endif
        #ifdef LENSES_ARE_MODELS
            camera.lens = real->camera->model;
        #endif
        #ifdef DEPTHS_ARE_HEIGHTS
            if (camera.altitude < 0) camera.altitude = -camera.altitude;
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
