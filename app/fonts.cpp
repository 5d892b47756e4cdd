// SPDX-License-Identifier: MIT
#include "app/fonts.h"

#ifdef BERTH_HAS_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

namespace app {

std::jthread readFontsMeanwhile()
{
#ifdef BERTH_HAS_FONTCONFIG
    return std::jthread([] { FcInit(); });
#else
    return {};
#endif
}

} // namespace app
