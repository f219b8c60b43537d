#include "validate/validation_report.hpp"

namespace semsite {

std::string validation_html(const ValidationReport& report) {
  return validation_text(report);
}

}  // namespace semsite
