#pragma once

/// Marks what a shared library of semsite offers; everything else in it is hidden.
#define SEMSITE_API __attribute__((visibility("default")))
