#include "imaging_exif.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libexif/exif-data.h>

// What libexif reads of a block; a JPEG segment holds no more.
#define LONGEST_BLOCK 0xFFFF

static ExifEntry *entry_of(ExifData *data, ExifIfd ifd, int tag)
{
    return data->ifd[ifd] ? exif_content_get_entry(data->ifd[ifd], (ExifTag)tag) : NULL;
}

// How a photo was taken some writers say in the first directory (Android's DngCreator).
static ExifEntry *find(ExifData *data, ExifIfd ifd, int tag)
{
    ExifEntry *entry = entry_of(data, ifd, tag);
    return entry || ifd != EXIF_IFD_EXIF ? entry : entry_of(data, EXIF_IFD_0, tag);
}

static void copy_text(ExifData *data, ExifIfd ifd, int tag, char *to, size_t capacity)
{
    ExifEntry *entry = find(data, ifd, tag);
    if (!entry || !entry->data || entry->format != EXIF_FORMAT_ASCII) return;
    size_t count = entry->size;
    if (count >= capacity) {
        count = capacity - 1;
        // Not within a character of UTF-8.
        while (count > 0 && (entry->data[count] & 0xC0) == 0x80)
            count--;
    }
    memcpy(to, entry->data, count);
    to[count] = 0;
    for (size_t end = strlen(to); end > 0 && (to[end - 1] == ' ' || to[end - 1] == '\n'); end--)
        to[end - 1] = 0;
}

// The value at `index` of a tag of type RATIONAL or SRATIONAL, or NaN.
static double rational(ExifData *data, ExifIfd ifd, int tag, unsigned index)
{
    ExifEntry *entry = find(data, ifd, tag);
    if (!entry || !entry->data || entry->components <= index || entry->size < 8 * (index + 1)) return NAN;
    ExifByteOrder order = exif_data_get_byte_order(data);
    if (entry->format == EXIF_FORMAT_SRATIONAL) {
        ExifSRational value = exif_get_srational(entry->data + 8 * index, order);
        return value.denominator == 0 ? NAN : (double)value.numerator / value.denominator;
    }
    if (entry->format != EXIF_FORMAT_RATIONAL) return NAN;
    ExifRational value = exif_get_rational(entry->data + 8 * index, order);
    return value.denominator == 0 ? NAN : (double)value.numerator / value.denominator;
}

static int integer(ExifData *data, ExifIfd ifd, int tag)
{
    ExifEntry *entry = find(data, ifd, tag);
    ExifByteOrder order = exif_data_get_byte_order(data);
    if (!entry || !entry->data || entry->components == 0) return 0;
    if (entry->format == EXIF_FORMAT_SHORT && entry->size >= 2) return exif_get_short(entry->data, order);
    if (entry->format == EXIF_FORMAT_LONG && entry->size >= 4) return (int)exif_get_long(entry->data, order);
    if (entry->format == EXIF_FORMAT_BYTE && entry->size >= 1) return entry->data[0];
    return 0;
}

// Degrees, minutes and seconds, with the letter that makes them negative; programs that write numbers with a sign may
// write that as well.
static double coordinate(ExifData *data, int tag, int reference_tag, char negative)
{
    double degrees = rational(data, EXIF_IFD_GPS, tag, 0), minutes = rational(data, EXIF_IFD_GPS, tag, 1);
    double seconds = rational(data, EXIF_IFD_GPS, tag, 2);
    if (isnan(degrees)) return NAN;
    int has_sign = signbit(degrees) || minutes < 0 || seconds < 0;
    double value =
        fabs(degrees) + (isnan(minutes) ? 0 : fabs(minutes) / 60) + (isnan(seconds) ? 0 : fabs(seconds) / 3600);
    // Whatever the type of the letter is: without it, the place would be in the other hemisphere.
    const ExifEntry *reference = entry_of(data, EXIF_IFD_GPS, reference_tag);
    int letter = reference && reference->data && reference->size > 0 ? toupper(reference->data[0]) : 0;
    return has_sign || letter == negative ? -value : value;
}

static void read_location(ExifData *data, imaging_exif *out)
{
    out->latitude = coordinate(data, EXIF_TAG_GPS_LATITUDE, EXIF_TAG_GPS_LATITUDE_REF, 'S');
    out->longitude = coordinate(data, EXIF_TAG_GPS_LONGITUDE, EXIF_TAG_GPS_LONGITUDE_REF, 'W');
    out->altitude = rational(data, EXIF_IFD_GPS, EXIF_TAG_GPS_ALTITUDE, 0);
    // 1 is below the sea, or below the ellipsoid that stands for it; so is 3 since EXIF 3.0.
    int reference = integer(data, EXIF_IFD_GPS, EXIF_TAG_GPS_ALTITUDE_REF);
    if (reference == 1 || reference == 3) out->altitude = -fabs(out->altitude);
    out->gps_hour = rational(data, EXIF_IFD_GPS, EXIF_TAG_GPS_TIME_STAMP, 0);
    out->gps_minute = rational(data, EXIF_IFD_GPS, EXIF_TAG_GPS_TIME_STAMP, 1);
    out->gps_second = rational(data, EXIF_IFD_GPS, EXIF_TAG_GPS_TIME_STAMP, 2);
    copy_text(data, EXIF_IFD_GPS, EXIF_TAG_GPS_DATE_STAMP, out->gps_date, sizeof out->gps_date);
}

static void read_texts(ExifData *data, imaging_exif *out)
{
    copy_text(data, EXIF_IFD_0, EXIF_TAG_MAKE, out->make, sizeof out->make);
    copy_text(data, EXIF_IFD_0, EXIF_TAG_MODEL, out->model, sizeof out->model);
    copy_text(data, EXIF_IFD_0, EXIF_TAG_SOFTWARE, out->software, sizeof out->software);
    copy_text(data, EXIF_IFD_EXIF, EXIF_TAG_LENS_MODEL, out->lens, sizeof out->lens);
}

static void read_dates(ExifData *data, imaging_exif *out)
{
    ExifIfd ifd = EXIF_IFD_EXIF;
    copy_text(data, ifd, EXIF_TAG_DATE_TIME_ORIGINAL, out->date_original, sizeof out->date_original);
    copy_text(data, ifd, EXIF_TAG_OFFSET_TIME_ORIGINAL, out->offset_original, sizeof out->offset_original);
    copy_text(data, ifd, EXIF_TAG_SUB_SEC_TIME_ORIGINAL, out->subseconds_original, sizeof out->subseconds_original);
    copy_text(data, ifd, EXIF_TAG_DATE_TIME_DIGITIZED, out->date_digitized, sizeof out->date_digitized);
    copy_text(data, ifd, EXIF_TAG_OFFSET_TIME_DIGITIZED, out->offset_digitized, sizeof out->offset_digitized);
    copy_text(data, ifd, EXIF_TAG_SUB_SEC_TIME_DIGITIZED, out->subseconds_digitized, sizeof out->subseconds_digitized);
    copy_text(data, EXIF_IFD_0, EXIF_TAG_DATE_TIME, out->date_changed, sizeof out->date_changed);
    copy_text(data, ifd, EXIF_TAG_OFFSET_TIME, out->offset_changed, sizeof out->offset_changed);
    copy_text(data, ifd, EXIF_TAG_SUB_SEC_TIME, out->subseconds_changed, sizeof out->subseconds_changed);
}

// The tag of all cameras has room for numbers to 65535, which stands for more: others have it then (EXIF 2.3, annex G).
static int sensitivity(ExifData *data)
{
    static const int others[] = {0x8832, 0x8833, 0x8831}; // Recommended exposure index, ISO speed, standard output.
    int speed = integer(data, EXIF_IFD_EXIF, EXIF_TAG_ISO_SPEED_RATINGS);
    for (size_t i = 0; i < sizeof others / sizeof *others && (speed == 0 || speed == 65535); i++) {
        int other = integer(data, EXIF_IFD_EXIF, others[i]);
        if (other > 0) speed = other;
    }
    return speed;
}

// A number above 0, or else what another tag has as its logarithm (APEX; EXIF 3.0, annex C): cameras of the first years wrote
// only that. A logarithm of 0 is what they write who know neither.
static double exposure(ExifData *data, int tag, int logarithm_tag, double power)
{
    double value = rational(data, EXIF_IFD_EXIF, tag, 0), logarithm = rational(data, EXIF_IFD_EXIF, logarithm_tag, 0);
    return value > 0 || logarithm == 0 ? value : exp2(logarithm * power);
}

static void read_exposure(ExifData *data, imaging_exif *out)
{
    out->exposure_seconds = exposure(data, EXIF_TAG_EXPOSURE_TIME, EXIF_TAG_SHUTTER_SPEED_VALUE, -1);
    out->f_number = exposure(data, EXIF_TAG_FNUMBER, EXIF_TAG_APERTURE_VALUE, 0.5);
    out->focal_length = rational(data, EXIF_IFD_EXIF, EXIF_TAG_FOCAL_LENGTH, 0);
    out->custom_rendered = integer(data, EXIF_IFD_EXIF, EXIF_TAG_CUSTOM_RENDERED);
    out->iso_speed = sensitivity(data);
}

// libexif wants the six bytes in front that the block has inside of a JPEG.
static ExifData *load(const uint8_t *block, size_t count)
{
    static const uint8_t signature[6] = {'E', 'x', 'i', 'f', 0, 0};
    if (count > LONGEST_BLOCK - sizeof signature) count = LONGEST_BLOCK - sizeof signature;
    uint8_t *whole = malloc(sizeof signature + count);
    ExifData *data = exif_data_new();
    if (whole && data) {
        memcpy(whole, signature, sizeof signature);
        memcpy(whole + sizeof signature, block, count);
        // Tags stay as they are found: what cameras write is not always what the standard asks for.
        exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
        // To libexif tags in a directory that is not theirs are unknown ones.
        exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
        exif_data_load_data(data, whole, (unsigned)(sizeof signature + count));
    }
    free(whole);
    return data;
}

#pragma GCC visibility push(hidden)

int imaging_exif_read(const uint8_t *block, size_t count, imaging_exif *out)
{
    memset(out, 0, sizeof *out);
    ExifData *data = load(block, count);
    if (!data) return -1;
    out->orientation = integer(data, EXIF_IFD_0, EXIF_TAG_ORIENTATION);
    read_texts(data, out);
    read_dates(data, out);
    read_exposure(data, out);
    read_location(data, out);
    exif_data_unref(data);
    return 0;
}

#pragma GCC visibility pop
