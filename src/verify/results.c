// SPDX-License-Identifier: MIT
// The results of all tests with each motion model.
#include "verify/verify.h"

#include <math.h>

const verify_finding *verify_result_of(const verify_results *r, size_t test, size_t model)
{
    return &r->findings[test * r->model_count + model];
}

const char *verify_word(const verify_finding *finding)
{
    return !finding->ran ? "not run" : finding->pass ? "pass" : "FAIL";
}

const char *verify_value_text(const verify_finding *finding, char words[VERIFY_VALUE_SIZE])
{
    if (finding->ran && isfinite(finding->figure))
        snprintf(words, VERIFY_VALUE_SIZE, "%.4g", finding->figure);
    else
        snprintf(words, VERIFY_VALUE_SIZE, "%s", finding->ran ? "-" : "");
    return words;
}

verify_counts verify_count_results(const verify_results *r, size_t model)
{
    verify_counts counts = {0};
    for (size_t i = 0; i < r->test_count; ++i) {
        const verify_finding *f = verify_result_of(r, i, model);
        counts.passed += f->ran && f->pass;
        counts.known += f->ran && !f->pass && f->known;
        counts.failed += f->ran && !f->pass;
        counts.not_run += !f->ran;
    }
    return counts;
}
