# The one place for compile flags: link `berth_flags` and nothing else sets any.
option(BERTH_WERROR "Treat warnings as errors" OFF)
option(BERTH_ASSERTS "Keep Q_ASSERT in an optimised build" OFF)
set(BERTH_SANITIZE "" CACHE STRING "Sanitizers to build with, as -fsanitize= takes them")

add_library(berth_flags INTERFACE)
target_compile_features(berth_flags INTERFACE cxx_std_20)
target_include_directories(berth_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(
  berth_flags
  INTERFACE QT_NO_CAST_FROM_ASCII
            QT_NO_CAST_TO_ASCII
            QT_NO_CAST_FROM_BYTEARRAY
            QT_NO_URL_CAST_FROM_STRING
            QT_NO_KEYWORDS
            QT_NO_FOREACH
            QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
            QT_STRICT_QLIST_ITERATORS
            QT_USE_QSTRINGBUILDER
            QT_DISABLE_DEPRECATED_BEFORE=0x060400
            $<$<BOOL:${BERTH_ASSERTS}>:QT_FORCE_ASSERTS>)
target_compile_options(
  berth_flags
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wold-style-cast
            -Wcast-align
            -Wformat=2
            -Wimplicit-fallthrough
            -Wno-missing-field-initializers
            $<$<BOOL:${BERTH_WERROR}>:-Werror>)
if(BERTH_SANITIZE)
  target_compile_options(berth_flags INTERFACE -fsanitize=${BERTH_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(berth_flags INTERFACE -fsanitize=${BERTH_SANITIZE})
  if(BERTH_SANITIZE MATCHES "undefined")
    target_compile_options(berth_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
  if(BERTH_SANITIZE MATCHES "thread")
    # libstdc++'s atomic fences have no model in the thread sanitizer of g++ 12.
    target_compile_options(berth_flags INTERFACE -Wno-tsan)
  endif()
endif()
