// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/diagnosis.h"

#include <span>

namespace core {

// One entry of the diagnosis catalogue. `{socket}`, `{group}`, `{user}`, `{endpoint}`, `{context}`, `{root}`,
// `{program}` and `{driver}` stand for what the evidence knows; in commands they are quoted for a shell.
struct CatalogueEntry
{
    const char *id;
    Scope scope;
    // Any of these in what the command printed, as case-insensitive regular expressions separated by line
    // feeds; empty for entries that are chosen by other evidence than docker's words.
    const char *patterns;
    const char *cause;
    const char *remedy;
    const char *commands; // separated by line feeds
};

// Each in the order in which its patterns are tried: the particular before the general.
std::span<const CatalogueEntry> wayCatalogue();      // the client and the way to the engine
std::span<const CatalogueEntry> engineCatalogue();   // what the engine says when it refuses
std::span<const CatalogueEntry> observedCatalogue(); // chosen by what happened rather than by words

} // namespace core
