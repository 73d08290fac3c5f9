#ifndef CRAW_OPEN_FILE_H
#define CRAW_OPEN_FILE_H

#include "bounded_stream.h"
#include "craw.h"
#include "library.h"

#pragma GCC visibility push(hidden)

namespace raw
{

// A RAW file whose headers were read.
class OpenFile
{
  public:
    explicit OpenFile(const raw_source &source);
    ~OpenFile();
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;

    raw_code describe(raw_facts &facts);

  private:
    void find_preview(raw_facts &facts);
    bool is_jpeg_at(INT64 offset, bool is_first_byte_open);
    bool counts_seconds_of_clock();

    const Library &library_;
    BoundedStream stream_;
    libraw_data_t *data_ = nullptr;
    raw_code code_ = RAW_NO_LIBRARY;
};

} // namespace raw

#pragma GCC visibility pop

#endif
