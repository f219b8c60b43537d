#pragma once

#include <functional>

namespace semsite {

/// Has `act` done as the very last thing of this process: nobody can end it between that
/// and its exit status but in a moment of a few instructions. For what says that the
/// process is not over. `act` must not throw.
void at_the_very_end(std::function<void()> act);

/// Ends the process with `status` if something is to be done at the very end; returns if
/// nothing is. Nothing else of the process runs behind it: no destructor of anything
/// static, either.
void end_process(int status);

}  // namespace semsite
