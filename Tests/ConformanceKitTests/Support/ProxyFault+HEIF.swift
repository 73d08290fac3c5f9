extension ProxyFault {
    /// What concerns the images of HEIF files, in C.
    static let heif = #"""
        /* ---- Items of HEIF files ---- */

        static const picker_heif_v1 *real_heif;
        static picker_heif_v1 heif_table;

        static picker_flow pass_item(void *context, const picker_heif_item *real)
        {
            const picker_heif_item_sink *sink = context;
            picker_heif_item item = *real;
        #ifdef HEIF_IMAGES_ARE_ALIKE
            item.kind = PICKER_HEIF_IMAGE;
        #endif
            return sink->emit(sink->context, &item);
        }

        static picker_status items(void *context, picker_string identifier, const picker_heif_item_sink *real,
                                   const picker_call *call, picker_error *error)
        {
            picker_heif_item_sink sink = {.struct_size = sizeof sink, .context = (void *)real, .emit = pass_item};
            return real_heif->items(context, identifier, &sink, call, error);
        }

        static picker_status request_item(void *context, const picker_image_request *request, uint32_t item,
                                          const picker_frame_sink *sink, const picker_call *call, picker_error *error)
        {
        #ifdef HEIF_IMAGES_ARE_THE_MAIN_ONE
            if (item == 3) item = 7;
        #endif
            return real_heif->request_item(context, request, item, sink, call, error);
        }

        static const void *passing_heif(const void *real)
        {
            real_heif = real;
            heif_table = *real_heif;
            heif_table.items = items;
            heif_table.request_item = request_item;
            return &heif_table;
        }

        """#
}
