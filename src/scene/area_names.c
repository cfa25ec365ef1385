// SPDX-License-Identifier: MIT
#include "scene/area_names.h"

#include <string.h>

bool area_names_open(area_names *names)
{
    names->taken = json_object();
    names->next = json_object();
    return names->taken && names->next;
}

void area_names_close(area_names *names)
{
    json_decref(names->taken);
    json_decref(names->next);
    names->taken = names->next = NULL;
}

const char *area_name(area_names *names, scene *s, const char *base, bool numbered)
{
    char name[SCENE_MAX_NAME + 1];
    json_t *known = json_object_get(names->next, base);
    long long number = known ? (long long)json_integer_value(known) : 1;
    do {
        if (number == 1 && !numbered)
            snprintf(name, sizeof name, "%s", base);
        else
            snprintf(name, sizeof name, "%s-%lld", base, number);
        ++number;
    } while (json_object_get(names->taken, name));
    if (json_object_set_new(names->next, base, json_integer(number)) != 0 ||
        json_object_set_new(names->taken, name, json_true()) != 0)
        return NULL;
    return pool_string(&s->memory, name, strlen(name));
}
