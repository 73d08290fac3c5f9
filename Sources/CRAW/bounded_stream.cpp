#include "bounded_stream.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The class's only function that is not written out in LibRaw's header. It is defined here so that its table of functions
// comes with this image: LibRaw itself is opened later, if at all.
__attribute__((visibility("hidden"))) int LibRaw_abstract_datastream::jpeg_src(void *) { return -1; }

namespace raw
{

bool BoundedStream::load()
{
    const ptrdiff_t got = source_.read(source_.context, static_cast<uint64_t>(position_), window_, kWindow);
    window_start_ = position_;
    window_count_ = got > 0 ? static_cast<int>(got) : 0;
    return window_count_ > 0;
}

size_t BoundedStream::copy(unsigned char *bytes, size_t count)
{
    size_t done = 0;
    while (done < count && position_ < size() && budget_ > 0) {
        const bool is_loaded = position_ >= window_start_ && position_ < window_start_ + window_count_;
        if (!is_loaded && !load()) break;
        const INT64 offset = position_ - window_start_;
        const size_t part = std::min(count - done, static_cast<size_t>(window_count_ - offset));
        std::memcpy(bytes + done, window_ + offset, part);
        done += part;
        position_ += static_cast<INT64>(part);
        budget_ -= static_cast<INT64>(part);
    }
    // Calls cost, too, also those that get nothing.
    budget_ -= 8;
    return done;
}

int BoundedStream::read(void *bytes, size_t size, size_t count)
{
    size_t length = 0;
    if (size == 0 || __builtin_mul_overflow(size, count, &length)) return 0;
    return static_cast<int>(copy(static_cast<unsigned char *>(bytes), length) / size);
}

int BoundedStream::get_char()
{
    unsigned char byte = 0;
    return copy(&byte, 1) == 1 ? byte : EOF;
}

int BoundedStream::seek(INT64 offset, int whence)
{
    const INT64 start = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position_ : size();
    INT64 target = 0;
    if (__builtin_add_overflow(start, offset, &target)) target = 0;
    position_ = std::clamp<INT64>(target, 0, size());
    return 0;
}

char *BoundedStream::gets(char *line, int count)
{
    if (count < 1) return nullptr;
    int length = 0;
    while (length < count - 1) {
        const int byte = get_char();
        if (byte == EOF) break;
        line[length++] = static_cast<char>(byte);
        if (byte == '\n') break;
    }
    line[length] = 0;
    return length > 0 ? line : nullptr;
}

// LibRaw asks for one number: "%d" or "%f".
int BoundedStream::scanf_one(const char *format, void *value)
{
    char word[24];
    size_t length = 0;
    int byte = get_char();
    while (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r')
        byte = get_char();
    while (byte > ' ' && length < sizeof word - 1) {
        word[length++] = static_cast<char>(byte);
        byte = get_char();
    }
    word[length] = 0;
    if (length == 0) return EOF;
    if (std::strcmp(format, "%d") == 0) {
        *static_cast<int *>(value) = static_cast<int>(std::strtol(word, nullptr, 10));
    } else if (std::strcmp(format, "%f") == 0) {
        *static_cast<float *>(value) = std::strtof(word, nullptr);
    } else {
        return 0;
    }
    return 1;
}

} // namespace raw
