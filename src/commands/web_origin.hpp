#pragma once

#include <string>
#include <vector>

namespace semsite {

/// From whom on the web an input is, as `holder_of`: of a URL its host; of a file those
/// that its mark (`note_web_origin`) or the state of a fetch beside it names. An empty
/// one: from the web, and not known from whom. None: nothing says that it is not the
/// user's own.
[[nodiscard]] std::vector<std::string> web_holders(const std::string& input);

/// Marks the output `descriptor` as made of these inputs, in an extended attribute that
/// stays with the file whatever it is called. To be called before anything is written:
/// what a file has already keeps its mark beside the new one, and a mark that is of
/// nothing in it any more is taken away. What is no regular file, or in a file system
/// without such attributes, stays unmarked.
void note_web_origin(int descriptor, const std::vector<std::string>& inputs);

/// Adds to the mark that some of it is from the web, and not known from whom.
void note_unknown_origin(int descriptor);

}  // namespace semsite
