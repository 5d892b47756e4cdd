// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"
