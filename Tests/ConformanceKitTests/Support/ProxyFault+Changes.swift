extension ProxyFault {
    /// What all parts of the source need, and changes, in C.
    static let changes = #"""
        #include <dlfcn.h>
        #include <stdbool.h>
        #include <stdlib.h>
        #include <string.h>

        #include <picker/backend_api.h>
        #include <picker/ext/days.h>
        #include <picker/ext/heif.h>
        #include <picker/ext/index.h>
        #include <picker/ext/search.h>
        #include <picker/ext/video.h>
        #include <picker/ext/write.h>

        static picker_backend backend;
        static picker_library library;
        static picker_fetch found;

        /* ---- Changes ---- */

        typedef struct change_sink {
            const picker_change_sink *real;
            bool is_observed;
            /* The token that changes are asked for since, or none. */
            picker_bytes given;
        } change_sink;

        /* The token of the state of now. */
        static uint8_t newest[256];
        static uint64_t newest_length;

        static picker_flow note_token(void *context, const picker_change *change)
        {
            (void)context;
            newest_length = change->token.length < sizeof newest ? change->token.length : sizeof newest;
            memcpy(newest, change->token.data, newest_length);
            return PICKER_CONTINUE;
        }

        /* Whether anything was added with org.picker.write/1. */
        static bool has_added;

        /* How often a library was opened, and at which of these times the newest token was given. */
        static int openings, told_at;

        /* What was ever told as inserted. */
        static char texts[64][64];
        static picker_string inserted[64];
        static uint64_t inserted_count;

        static void note_inserted(const picker_change *change)
        {
            for (uint64_t index = 0; index < change->identifier_count && inserted_count < 64; index++) {
                picker_string name = change->identifiers[index];
                memcpy(texts[inserted_count], name.data, name.length);
                inserted[inserted_count] = (picker_string){texts[inserted_count], name.length};
                inserted_count++;
            }
        }

        #if defined DATES_ARE_UNTOLD || defined FOLDERS_ARE_UNTOLD
        /* The photo of which the kit changes the date alone, or one of a folder that gets another name, once it was listed. */
        static char untold_text[64];
        static picker_string untold;

        static bool is_untold(picker_string name)
        {
            return name.length == untold.length && memcmp(name.data, untold_text, name.length) == 0;
        }
        #endif

        static picker_flow pass_change(void *context, const picker_change *real)
        {
            const change_sink *sink = context;
            picker_change change = *real;
            bool is_of_assets = change.subject == PICKER_SUBJECT_ASSETS;
            (void)is_of_assets;
        #ifdef INSERTED_IS_UPDATED
            if (is_of_assets && change.kind == PICKER_CHANGE_INSERTED) change.kind = PICKER_CHANGE_UPDATED;
        #endif
        #ifdef UPDATES_ARE_MISSING
            if (is_of_assets && change.kind == PICKER_CHANGE_UPDATED) return PICKER_CONTINUE;
        #endif
        #ifdef ONE_NAME_ALONE
            if (change.identifier_count > 1) change.identifier_count = 1;
        #endif
        #if defined DATES_ARE_UNTOLD || defined FOLDERS_ARE_UNTOLD
            picker_string others[64];
            uint64_t count = 0;
            for (uint64_t index = 0; index < change.identifier_count && count < 64; index++) {
                if (!is_untold(change.identifiers[index])) others[count++] = change.identifiers[index];
            }
            if (change.identifier_count > 0 && count == 0) return PICKER_CONTINUE;
            if (change.identifier_count > 0) change.identifiers = others, change.identifier_count = count;
        #endif
        #ifdef UNNAMED_FLAG
            change.flags |= 0x80;
        #endif
        #ifdef MEMBERS_OF_ASSETS
            if (is_of_assets && change.kind <= PICKER_CHANGE_UPDATED) change.flags |= PICKER_CHANGE_MEMBERS;
        #endif
        #ifdef MEMBERS_ARE_UNTOLD
            if (is_of_assets && change.identifier_count > 0) return PICKER_CONTINUE;
        #endif
        #ifdef NO_OBSERVED_TOKENS
            if (sink->is_observed) change.token = (picker_bytes){NULL, 0};
        #endif
        #ifdef REMOVED_IS_OBSERVED_AS_UPDATED
            bool is_gone = sink->is_observed && is_of_assets && change.kind == PICKER_CHANGE_REMOVED;
            if (is_gone) change.kind = PICKER_CHANGE_UPDATED;
        #endif
        #ifdef OBSERVED_TWICE
            if (sink->is_observed) sink->real->emit(sink->real->context, &change);
        #endif
        #ifdef MADE_UP_TOKENS
            if (sink->is_observed) change.token = (picker_bytes){(const uint8_t *)"made up", 7};
        #endif
        #ifdef TOKENS_OF_THE_END
            if (!sink->is_observed && change.identifier_count > 0) change.token = (picker_bytes){newest, newest_length};
        #endif
        #ifdef TOKENS_OF_BEFORE
            if (sink->given.length > 0) change.token = sink->given;
        #endif
        #ifdef INSERTED_FOR_EVER
            if (is_of_assets && change.kind == PICKER_CHANGE_INSERTED && !sink->is_observed) note_inserted(&change);
        #endif
            return sink->real->emit(sink->real->context, &change);
        }

        static picker_status observe(void *context, const picker_change_sink *real, const picker_call *call,
                                     picker_error *error)
        {
            change_sink passing = {real, true, {NULL, 0}};
            picker_change_sink sink = {.struct_size = sizeof sink, .context = &passing, .emit = pass_change};
            return library.observe(context, &sink, call, error);
        }

        static picker_status changes_since(void *context, picker_bytes token, const picker_change_sink *real,
                                           const picker_call *call, picker_error *error)
        {
            change_sink passing = {real, false, token};
            picker_change_sink sink = {.struct_size = sizeof sink, .context = &passing, .emit = pass_change};
        #ifdef ADDITIONS_ARE_UNTOLD
            if (has_added && token.length > 0) return PICKER_OK;
        #endif
        #ifdef EMPTY_TOKEN_IS_ABSENT
            if (token.length == 0) token.data = NULL;
        #endif
        #ifdef TOKENS_OF_THE_END
            picker_change_sink noting = {.struct_size = sizeof noting, .emit = note_token};
            library.changes_since(context, (picker_bytes){NULL, 0}, &noting, call, error);
        #endif
        #ifdef INSERTED_FOR_EVER
            picker_change again = {.struct_size = sizeof again, .kind = PICKER_CHANGE_INSERTED, .identifiers = inserted,
                                   .identifier_count = inserted_count};
            bool is_told = token.length > 0 && inserted_count > 0;
            if (is_told && real->emit(real->context, &again) != PICKER_CONTINUE) return PICKER_OK;
        #endif
            if (token.length == 0) told_at = openings;
            bool is_older = token.length > 0 && openings > told_at;
        #ifdef NOTHING_SINCE_OPENING
            if (is_older) token = (picker_bytes){NULL, 0};
        #endif
        #ifdef FORGETS_TOKENS
            if (is_older) return PICKER_NOT_FOUND;
        #endif
            (void)note_token, (void)note_inserted, (void)is_older, (void)has_added;
            return library.changes_since(context, token, &sink, call, error);
        }

        """#
}
