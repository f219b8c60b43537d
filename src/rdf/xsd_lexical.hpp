#pragma once

#include <string_view>

namespace semsite {

/// The datatype of XML Schema whose lexical form `text` is, of those that the value of an
/// HTML `time` can be: duration, dateTime, date, time, gYearMonth, gYear. Empty for
/// anything else, such as a week or a day without year (HTML+RDFa 1.1 §3.1, "Microdata to
/// RDF" §5.3). The IRI is static.
[[nodiscard]] std::string_view time_datatype(std::string_view text);

/// xsd:integer or xsd:double for a number as HTML writes it, else empty. The IRI is
/// static.
[[nodiscard]] std::string_view number_datatype(std::string_view text);

}  // namespace semsite
