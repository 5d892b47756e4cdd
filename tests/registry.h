// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

// Many test classes share one binary; each registers itself here and is run by its name:
// `tst_core TaskTest [arguments of QtTest]`, or all of them with no name.
namespace tests {

struct Entry
{
    std::string name;
    std::function<std::unique_ptr<QObject>()> make;
};

std::vector<Entry> &registry();

template <typename T>
struct Registration
{
    explicit Registration(const char *name)
    {
        registry().push_back({name, [] { return std::make_unique<T>(); }});
    }
};

} // namespace tests

#define BERTH_TEST(Class) static const tests::Registration<Class> registrationOf##Class(#Class);
