set(draw_sources canvas.c labels.c lettering.c paper.c pen_cairo.c pen_svg.c)
