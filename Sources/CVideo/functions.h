#ifndef VIDEO_FUNCTIONS_H
#define VIDEO_FUNCTIONS_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/buffer.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/mathematics.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>

#include "video_status.h"

// Version 61 moved the side data of streams to their parameters.
#if LIBAVFORMAT_VERSION_MAJOR < 61
#define VIDEO_SIDE_DATA_FUNCTIONS(function)            function(av_stream_get_side_data)
#define VIDEO_NEW_FORMAT_SIDE_DATA_FUNCTIONS(function) function(av_stream_new_side_data)
#define VIDEO_NEW_CODEC_SIDE_DATA_FUNCTIONS(function)
#else
#define VIDEO_SIDE_DATA_FUNCTIONS(function)
#define VIDEO_NEW_FORMAT_SIDE_DATA_FUNCTIONS(function)
#define VIDEO_NEW_CODEC_SIDE_DATA_FUNCTIONS(function) function(av_packet_side_data_new)
#endif

// What is used of each library.
#define VIDEO_UTIL_FUNCTIONS(function)                                                                   \
    function(av_buffer_create) function(av_buffer_unref) function(av_dict_get) function(av_dict_set)     \
        function(av_dict_free) function(av_frame_alloc) function(av_frame_free) function(av_frame_unref) \
            function(av_free) function(av_log_set_callback) function(av_malloc) function(av_max_alloc)   \
                function(av_pix_fmt_desc_get) function(av_strerror) function(avutil_version)

#define VIDEO_CODEC_FUNCTIONS(function)                                                                            \
    function(av_packet_alloc) function(av_packet_free) function(av_packet_get_side_data) function(av_packet_unref) \
        function(avcodec_alloc_context3) function(avcodec_default_get_buffer2) function(avcodec_find_decoder)      \
            function(avcodec_flush_buffers) function(avcodec_free_context) function(avcodec_get_name)              \
                function(avcodec_open2) function(avcodec_parameters_to_context) function(avcodec_receive_frame)    \
                    function(avcodec_send_packet) function(avcodec_version)

#define VIDEO_FORMAT_FUNCTIONS(function)                                                                         \
    function(av_find_best_stream) function(av_find_input_format) function(av_read_frame) function(av_seek_frame) \
        function(avformat_alloc_context) function(avformat_close_input) function(avformat_find_stream_info)      \
            function(avformat_open_input) function(avformat_version) function(avio_alloc_context)                \
                function(avio_context_free) VIDEO_SIDE_DATA_FUNCTIONS(function)

// What conversions use besides.
#define VIDEO_UTIL_WRITING_FUNCTIONS(function)                                                                   \
    function(av_audio_fifo_alloc) function(av_audio_fifo_free) function(av_audio_fifo_read)                      \
        function(av_audio_fifo_size) function(av_audio_fifo_write) function(av_channel_layout_copy)              \
            function(av_channel_layout_default) function(av_channel_layout_uninit) function(av_frame_get_buffer) \
                function(av_rescale_q)

#define VIDEO_CODEC_WRITING_FUNCTIONS(function)                                                                     \
    function(av_packet_make_writable) function(av_packet_rescale_ts) function(av_shrink_packet)                     \
        function(avcodec_find_encoder_by_name) function(avcodec_parameters_copy)                                    \
            function(avcodec_parameters_from_context) function(avcodec_receive_packet) function(avcodec_send_frame) \
                VIDEO_NEW_CODEC_SIDE_DATA_FUNCTIONS(function)

#define VIDEO_FORMAT_WRITING_FUNCTIONS(function)                                                      \
    function(av_write_frame) function(av_write_trailer) function(avformat_alloc_output_context2)      \
        function(avformat_free_context) function(avformat_new_stream) function(avformat_write_header) \
            VIDEO_NEW_FORMAT_SIDE_DATA_FUNCTIONS(function)

// The libraries' functions, with the types that their headers give them.
struct video_functions {
#define VIDEO_MEMBER(name) __typeof__(&name) name;
    VIDEO_UTIL_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_CODEC_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_FORMAT_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_UTIL_WRITING_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_CODEC_WRITING_FUNCTIONS(VIDEO_MEMBER)
    VIDEO_FORMAT_WRITING_FUNCTIONS(VIDEO_MEMBER)
#undef VIDEO_MEMBER
};

#pragma GCC visibility push(hidden)

// Filled once `video_libraries_load` has returned VIDEO_OK.
extern struct video_functions video_av;

#pragma GCC visibility pop

#endif
