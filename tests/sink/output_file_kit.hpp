#pragma once

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace semsite::test {

/// Each test has a folder of its own for its outputs.
class OutputFileTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

}  // namespace semsite::test
