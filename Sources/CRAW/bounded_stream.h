#ifndef CRAW_BOUNDED_STREAM_H
#define CRAW_BOUNDED_STREAM_H

#include <libraw/libraw.h>

#include "craw.h"

#pragma GCC visibility push(hidden)

namespace raw
{

// Lends a source to LibRaw. A file whose structures lead around in circles meets its end early.
class BoundedStream final : public LibRaw_abstract_datastream
{
  public:
    explicit BoundedStream(const raw_source &source) : source_(source) {}

    int valid() override { return 1; }
    int read(void *bytes, size_t size, size_t count) override;
    int seek(INT64 offset, int whence) override;
    INT64 tell() override { return position_; }
    INT64 size() override { return static_cast<INT64>(source_.byte_count); }
    int get_char() override;
    char *gets(char *line, int count) override;
    int scanf_one(const char *format, void *value) override;
    // Also where nothing more is given: loops that wait for the end would have none.
    int eof() override { return position_ >= size() || budget_ <= 0; }
    void *make_jas_stream() override { return nullptr; }

  private:
    // Headers of the longest files known take less than a tenth of this.
    static constexpr INT64 kBudget = INT64{256} << 20;
    static constexpr int kWindow = 16 << 10;

    size_t copy(unsigned char *bytes, size_t count);
    bool load();

    const raw_source source_;
    INT64 position_ = 0;
    INT64 budget_ = kBudget;
    INT64 window_start_ = 0;
    int window_count_ = 0;
    unsigned char window_[kWindow];
};

} // namespace raw

#pragma GCC visibility pop

#endif
