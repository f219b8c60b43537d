#include "commands/s3_options.hpp"

#include <string>

#include "s3/aws_settings.hpp"

namespace semsite {

OptionGroup s3_rows() {
  return {
      .name = "s3",
      .heading = "S3 stores, keys and region as of AWS tools",
      .rows = {
          {.name = "s3-endpoint",
           .value = "URL",
           .does = "of the store (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the "
                   "AWS profile, AWS)"},
          {.name = "s3-style",
           .value = "auto|path|virtual",
           .does = "where the bucket stands: in the path, or in the host (default: in "
                   "the host of AWS, in the path elsewhere)"},
          {.name = "s3-unsigned",
           .does = "ask without keys, for what everybody may read"},
      }};
}

S3Options read_s3_options(const GivenOptions& given) {
  S3Options out{.endpoint = given.text("s3-endpoint"),
                .is_signed = !given.has("s3-unsigned")};
  switch (given.word("s3-style", {"auto", "path", "virtual"})) {
    case 1:
      out.style = S3Style::path;
      break;
    case 2:
      out.style = S3Style::virtual_host;
      break;
    default:
      break;
  }
  // A bad one is wrong usage before anything else is done.
  if (!out.endpoint.empty())
    static_cast<void>(
        s3_endpoint(out, {.environment = [](const char*) { return std::string{}; }}));
  return out;
}

}  // namespace semsite
