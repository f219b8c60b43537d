#include "sink/nquads_sink.hpp"

#include <utility>

namespace semsite {

void NQuadsSink::write(const QuadBatch& batch) {
  TextBuffer lines = output_.spare_buffer();
  append_quads(lines, batch, graphs_);
  lanes_.write(batch, std::move(lines));
}

}  // namespace semsite
