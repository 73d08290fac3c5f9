#include "open_file.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace raw
{

static raw_code code_of(int error)
{
    switch (error) {
    case LIBRAW_SUCCESS: return RAW_OK;
    case LIBRAW_FILE_UNSUPPORTED: return RAW_UNKNOWN;
    case LIBRAW_UNSUFFICIENT_MEMORY: return RAW_OUT_OF_MEMORY;
    default: return RAW_DAMAGED;
    }
}

OpenFile::OpenFile(const raw_source &source) : library_(Library::shared()), stream_(source)
{
    if (!library_.is_usable()) return;
    // A library writes nothing to the standard error of its host's process.
    data_ = library_.init(LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK);
    if (!data_) {
        code_ = RAW_OUT_OF_MEMORY;
        return;
    }
    code_ = code_of(static_cast<LibRaw *>(data_->parent_class)->open_datastream(&stream_));
}

OpenFile::~OpenFile()
{
    if (data_) library_.close(data_);
}

static void copy_text(const char *from, char (&to)[RAW_TEXT])
{
    const size_t length = std::min(std::strlen(from), sizeof to - 1);
    std::memcpy(to, from, length);
    to[length] = 0;
}

// LibRaw turns by bits: 1 exchanges left and right, 2 top and bottom, 4 both with each other, first of all.
static uint32_t exif_orientation(int flip)
{
    static const uint32_t orientations[] = {1, 2, 4, 3, 5, 8, 6, 7};
    return orientations[flip & 7];
}

static void set_date(time_t timestamp, bool is_of_clock, raw_facts &facts)
{
    tm date = {};
    // Where LibRaw read a date, it took the camera's clock for one of this machine's time zone.
    const tm *const found = is_of_clock ? gmtime_r(&timestamp, &date) : localtime_r(&timestamp, &date);
    if (timestamp <= 0 || !found) return;
    facts.year = date.tm_year + 1900;
    facts.month = date.tm_mon + 1;
    facts.day = date.tm_mday;
    facts.hour = date.tm_hour;
    facts.minute = date.tm_min;
    facts.second = date.tm_sec;
}

static void set_size(const libraw_image_sizes_t &sizes, raw_facts &facts)
{
    // Nothing of the sensor is decoded here, so that it need not be known how.
    facts.width = sizes.width ? sizes.width : sizes.raw_width;
    facts.height = sizes.height ? sizes.height : sizes.raw_height;
    // What the camera's own previews show, a few pixels less on each side.
    const libraw_raw_inset_crop_t &crop = sizes.raw_inset_crop;
    const bool is_likely = crop.cwidth <= sizes.raw_width && crop.cheight <= sizes.raw_height &&
                           crop.cwidth * 10u >= facts.width * 9 && crop.cheight * 10u >= facts.height * 9;
    if (is_likely) {
        facts.width = crop.cwidth;
        facts.height = crop.cheight;
    }
}

// Minolta's cameras, and Sony's first ones, write another byte in the place of the first.
bool OpenFile::is_jpeg_at(INT64 offset, bool is_first_byte_open)
{
    unsigned char start[3] = {};
    stream_.seek(offset, SEEK_SET);
    if (stream_.read(start, 1, sizeof start) != 3) return false;
    return (start[0] == 0xFF || is_first_byte_open) && start[1] == 0xD8 && start[2] == 0xFF;
}

// Canon's CRW has no date, but the seconds since 1970 that the camera's clock showed. LibRaw passes them on.
bool OpenFile::counts_seconds_of_clock()
{
    unsigned char start[14] = {};
    stream_.seek(0, SEEK_SET);
    if (stream_.read(start, 1, sizeof start) != static_cast<int>(sizeof start)) return false;
    return std::memcmp(start + 6, "HEAPCCDR", 8) == 0;
}

// LibRaw could unpack previews, too, but ends the process when libjpeg finds one damaged.
void OpenFile::find_preview(raw_facts &facts)
{
    const libraw_thumbnail_t &thumbnail = data_->thumbnail;
    const INT64 offset = static_cast<LibRaw *>(data_->parent_class)->get_internal_data_pointer()->internal_data.toffset;
    const INT64 length = thumbnail.tlength;
    if (offset <= 0 || length <= 0 || offset >= stream_.size()) return;
    facts.preview_offset = static_cast<uint64_t>(offset);
    facts.preview_length = static_cast<uint64_t>(std::min(length, stream_.size() - offset));
    const bool has_length_of_bitmap =
        length == INT64{3} * thumbnail.twidth * thumbnail.theight && length <= stream_.size() - offset;
    if (is_jpeg_at(offset, !has_length_of_bitmap)) {
        facts.preview = RAW_PREVIEW_JPEG;
    } else if (has_length_of_bitmap) {
        facts.preview = RAW_PREVIEW_RGB8;
        facts.preview_width = thumbnail.twidth;
        facts.preview_height = thumbnail.theight;
    }
}

raw_code OpenFile::describe(raw_facts &facts)
{
    facts = raw_facts();
    // Formats that are newer than LibRaw are unknown to it, but not the preview that it met on the way.
    if (code_ != RAW_OK && code_ != RAW_UNKNOWN) return code_;
    set_size(data_->sizes, facts);
    facts.orientation = exif_orientation(data_->sizes.flip);
    copy_text(data_->idata.make, facts.make);
    copy_text(data_->idata.model, facts.model);
    // What EXIF names, else what LibRaw makes of the maker's note.
    const auto &lens = data_->lens;
    copy_text(lens.Lens[0] ? lens.Lens : lens.makernotes.Lens, facts.lens);
    facts.exposure_seconds = data_->other.shutter;
    facts.f_number = data_->other.aperture;
    facts.focal_length = data_->other.focal_len;
    facts.iso_speed = data_->other.iso_speed;
    set_date(data_->other.timestamp, counts_seconds_of_clock(), facts);
    find_preview(facts);
    return facts.preview != RAW_PREVIEW_NONE ? RAW_OK : code_;
}

} // namespace raw
