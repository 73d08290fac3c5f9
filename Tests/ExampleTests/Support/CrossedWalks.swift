/// A host in C of two observers, of which the second finds a new photo while the first one walks over the folder.
enum CrossedWalks {
    /// A pixmap of one pixel.
    static let photo = Array("P6\n1 1\n255\nabc".utf8)

    /// `crossing PLUGIN FOLDER` prints how many photos there are when both have ended. FOLDER has one, in a folder of its own.
    static let host = #"""
        #include <picker/backend_api.h>

        #include <dlfcn.h>
        #include <stdio.h>
        #include <string.h>

        static picker_library library = {.struct_size = sizeof library};
        static const char *root;
        static int checks;

        static void write_photo(const char *name)
        {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", root, name);
            FILE *file = fopen(path, "wb");
            if (file == NULL) return;
            fputs("P6\n1 1\n255\nabc", file);
            fclose(file);
        }

        static void log_line(void *context, uint32_t level, picker_string message)
        {
            (void)context, (void)level, (void)message;
        }

        static uint64_t now(void *context)
        {
            (void)context;
            return 1;
        }

        static const void *get_extension(void *context, picker_string id)
        {
            (void)context, (void)id;
            return NULL;
        }

        static void progress(void *context, uint64_t done, uint64_t total) { (void)context, (void)done, (void)total; }

        static picker_status go_on(void *context)
        {
            (void)context;
            return PICKER_OK;
        }

        static picker_flow stop(void *context, const picker_change *change)
        {
            (void)context, (void)change;
            return PICKER_STOP;
        }

        static const picker_call plain = {.struct_size = sizeof plain, .check = go_on, .progress = progress};
        static const picker_change_sink sink = {.struct_size = sizeof sink, .emit = stop};

        /* The third check is within the walk, which has read the root by then, and not the folder in it. */
        static picker_status cross(void *context)
        {
            (void)context;
            if (++checks != 3) return PICKER_OK;
            picker_error error = {.struct_size = sizeof error};
            write_photo("late.ppm");
            return library.observe(library.context, &sink, &plain, &error);
        }

        int main(int count, char **arguments)
        {
            if (count < 3) return 64;
            root = arguments[2];
            void *plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
            picker_backend_entry_v1_function entry = NULL;
            if (plugin != NULL) *(void **)&entry = dlsym(plugin, PICKER_BACKEND_ENTRY_SYMBOL);
            if (entry == NULL) return 70;
            picker_host host = {
                .struct_size = sizeof host, .name = {"crossing", 8}, .header_revision = PICKER_HEADER_REVISION};
            host.log = log_line, host.monotonic_time = now, host.get_extension = get_extension;
            picker_entry_request hello = {.struct_size = sizeof hello, .host = &host};
            picker_backend backend = {.struct_size = sizeof backend};
            picker_error error = {.struct_size = sizeof error};
            picker_open_request request = {
                .struct_size = sizeof request, .location = {(const uint8_t *)root, strlen(root)}};
            picker_status status = entry(&hello, &backend, &error);
            if (status == PICKER_OK) status = backend.probe(backend.context, &error);
            if (status == PICKER_OK) {
                status = backend.open_library(backend.context, &request, &plain, &library, &error);
            }
            write_photo("early.ppm");
            const picker_call crossing = {.struct_size = sizeof crossing, .check = cross, .progress = progress};
            if (status == PICKER_OK) status = library.observe(library.context, &sink, &crossing, &error);
            picker_fetch_request all = {.struct_size = sizeof all, .scope = PICKER_SCOPE_ALL};
            uint64_t photos = 0;
            if (status == PICKER_OK) status = library.count(library.context, &all, &plain, &photos, &error);
            if (status != PICKER_OK) return 1;
            printf("%llu\n", (unsigned long long)photos);
            library.begin_shutdown(library.context);
            library.close(library.context);
            backend.destroy(backend.context);
            return 0;
        }

        """#
}
