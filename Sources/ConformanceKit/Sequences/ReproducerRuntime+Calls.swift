extension ReproducerRuntime {
    /// What makes each kind of call, and prints its answer.
    static let calls = #"""

        static void release_fetch(int slot)
        {
            if (library_of_fetch[slot] == 0) return;
            library_of_fetch[slot] = 0;
            fetches[slot].release(fetches[slot].context);
        }

        static void release_frame(int slot)
        {
            if (!is_held[slot]) return;
            is_held[slot] = 0;
            frames[slot].release(frames[slot].release_context);
        }

        static void open_library(int slot, struct around *around)
        {
            if (is_open[slot]) return;
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_open_request request = {.struct_size = sizeof request,
                                           .root = {(const uint8_t *)root, strlen(root)},
                                           .data_directory = {(const uint8_t *)data, strlen(data)}};
            libraries[slot] = (picker_library){.struct_size = sizeof(picker_library)};
            picker_status status = backend.open_library(backend.context, &request, &call, &libraries[slot], &error);
            tell("open_library", status, &error);
            is_open[slot] = status == PICKER_OK;
        }

        static void close_library(int slot)
        {
            if (!is_open[slot]) return;
            for (int fetch = 0; fetch < 4; fetch++) {
                if (library_of_fetch[fetch] == slot + 1) release_fetch(fetch);
            }
            libraries[slot].begin_shutdown(libraries[slot].context);
            libraries[slot].close(libraries[slot].context);
            is_open[slot] = 0;
        }

        static void keep_frame(struct around *around, const void *record)
        {
            release_frame(around->step->slot);
            frames[around->step->slot] = *(const picker_frame *)record;
            is_held[around->step->slot] = 1;
            printf("    a frame of %ux%u, flags %u\n", frames[around->step->slot].width,
                   frames[around->step->slot].height, frames[around->step->slot].flags);
        }

        static void use_fetch(const struct step *step, struct around *around)
        {
            if (step->call == RELEASE_FETCH) release_fetch(step->slot);
            if (library_of_fetch[step->slot] == 0) return;
            const picker_fetch *fetch = &fetches[step->slot];
            picker_call call = call_of(around);
            picker_error error = error_of();
            uint64_t number = 0;
            picker_asset_sink sink = SINK(picker_asset_sink, take_asset, around);
            switch (step->call) {
            case COUNT_OF_FETCH:
                tell("count", fetch->count(fetch->context, &call, &number, &error), &error);
                break;
            case WINDOW:
                tell("window", fetch->window(fetch->context, step->offset, step->length, &sink, &call, &error), &error);
                number = around->records;
                break;
            default:
                tell("index_of",
                     fetch->index_of(fetch->context, identifier_of_asset(step->which), &call, &number, &error), &error);
            }
            printf("    number %llu\n", (unsigned long long)number);
        }

        static void list(const struct step *step, const picker_library *library, struct around *around)
        {
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_collection_sink sink = SINK(picker_collection_sink, take_collection, around);
            picker_asset_sink asset_sink = SINK(picker_asset_sink, take_asset, around);
            picker_string which = identifier_of_collection(step->which);
            void *context = library->context;
            switch (step->call) {
            case COLLECTIONS:
                tell("collections",
                     library->collections(context, (picker_string){NULL, 0}, step->mask, &sink, &call, &error), &error);
                break;
            case CAMERA_ROLL: tell("camera_roll", library->camera_roll(context, &sink, &call, &error), &error); break;
            case COLLECTION:
                tell("collection", library->collection(context, which, &sink, &call, &error), &error);
                break;
            default:
                tell("key_assets", library->key_assets(context, which, step->mask, &asset_sink, &call, &error), &error);
            }
            printf("    %llu records\n", (unsigned long long)around->records);
        }

        static void read_bytes(const struct step *step, const picker_library *library, struct around *around)
        {
            picker_call call = call_of(around);
            picker_error error = error_of();
            uint64_t length = 0;
            picker_read_request request = {.struct_size = sizeof request,
                                           .local_identifier = identifier_of_asset(step->which),
                                           .offset = step->offset,
                                           .buffer = grown(NULL, step->length + 1),
                                           .capacity = step->length};
            tell("read", library->read(library->context, &request, &call, &length, &error), &error);
            printf("    %llu bytes\n", (unsigned long long)length);
            free(request.buffer);
        }

        static void show(const struct step *step, const picker_library *library, struct around *around)
        {
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_image_request request = image_of(step);
            picker_frame_sink sink = SINK(picker_frame_sink, take_frame, around);
            around->keep = keep_frame;
            tell("request_image", library->request_image(library->context, &request, &sink, &call, &error), &error);
        }

        static void fetch(const struct step *step, const picker_library *library, struct around *around)
        {
            release_fetch(step->slot);
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_fetch_request request = request_of(step);
            fetches[step->slot] = (picker_fetch){.struct_size = sizeof(picker_fetch)};
            picker_status status = library->fetch(library->context, &request, &call, &fetches[step->slot], &error);
            tell("fetch", status, &error);
            library_of_fetch[step->slot] = status == PICKER_OK ? step->library + 1 : 0;
        }

        static void use_changes(const struct step *step, const picker_library *library, struct around *around)
        {
            if (step->call == OBSERVE) around->deadline = now(NULL) + 20000000u;
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_change_sink sink = SINK(picker_change_sink, take_change, around);
            static const char token[] = "no token at all";
            picker_bytes since = {step->which ? (const uint8_t *)token : NULL, step->which ? sizeof token - 1 : 0};
            if (step->call == OBSERVE) {
                tell("observe", library->observe(library->context, &sink, &call, &error), &error);
            } else {
                tell("changes_since", library->changes_since(library->context, since, &sink, &call, &error), &error);
            }
        }

        static void use_library(const struct step *step, struct around *around)
        {
            if (!is_open[step->library]) return;
            const picker_library *library = &libraries[step->library];
            picker_call call = call_of(around);
            picker_error error = error_of();
            picker_fetch_request request = request_of(step);
            picker_details_sink details = SINK(picker_details_sink, take_details, around);
            picker_diagnostic_sink diagnostics = SINK(picker_diagnostic_sink, take_diagnostic, around);
            uint64_t count = 0;
            uint32_t answer = 0;
            void *context = library->context;
            switch (step->call) {
            case BEGIN_SHUTDOWN: library->begin_shutdown(context); break;
            case AUTHORIZATION_STATUS:
                tell("authorization_status", library->authorization_status(context, &answer, &error), &error);
                break;
            case COUNT:
                tell("count", library->count(context, &request, &call, &count, &error), &error);
                printf("    number %llu\n", (unsigned long long)count);
                break;
            case FETCH: fetch(step, library, around); break;
            case DETAILS:
                tell("details", library->details(context, identifier_of_asset(step->which), &details, &call, &error),
                     &error);
                break;
            case REQUEST_IMAGE: show(step, library, around); break;
            case READ: read_bytes(step, library, around); break;
            case DIAGNOSTICS: tell("diagnostics", library->diagnostics(context, &diagnostics, &call, &error), &error); break;
            case GET_EXTENSION: (void)library->get_extension(context, text("org.example.nothing/1")); break;
            case CHANGES_SINCE:
            case OBSERVE: use_changes(step, library, around); break;
            default: list(step, library, around);
            }
        }

        static void perform(const struct step *step)
        {
            struct around around = {.step = step, .deadline = step->is_late ? 1 : 0};
            picker_error error = error_of();
            picker_backend_info info = {.struct_size = sizeof info};
            switch (step->call) {
            case OPEN: open_library(step->library, &around); break;
            case CLOSE: close_library(step->library); break;
            case INFO: tell("info", backend.info(backend.context, &info, &error), &error); break;
            case PROBE: tell("probe", backend.probe(backend.context, &error), &error); break;
            case RELEASE_FRAME: release_frame(step->slot); break;
            case COUNT_OF_FETCH:
            case WINDOW:
            case INDEX_OF:
            case RELEASE_FETCH: use_fetch(step, &around); break;
            default: use_library(step, &around);
            }
        }

        static void *perform_elsewhere(void *step)
        {
            perform(step);
            return NULL;
        }

        """#
}
