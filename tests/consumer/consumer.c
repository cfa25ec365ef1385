#include <wend/wend.h>

#include <stdio.h>

int main(void)
{
    wend_vec2 a = {0, 0}, b = {1, 0}, c = {0, 1};
    printf("wend %s: %d\n", WEND_VERSION, wend_orient2d(a, b, c));
    return wend_orient2d(a, b, c) == 1 ? 0 : 1;
}
