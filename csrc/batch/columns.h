/* Rows as columns of a form, in lanes: what the kernels of arrays_kernels.h read, which is included before. */
#ifndef C2D_ARRAYS_FORMS_H
#define C2D_ARRAYS_FORMS_H

/* Beyond, whole turns of a quarter are not exact doubles any more. */
#define MOST_DEGREES 0x1p40

/* Cosine and sine of degrees, both within 2^-50: the quarters are taken off exactly, the Taylor series go on to x^15
 * and x^16, what they lack is below 2^-54 for x <= pi / 4. */
INLINE void direction(lanes degrees, lanes *cosine, lanes *sine)
{
    static const double SINE[] = {-0x1.ae7f3e733b81fp-41, 0x1.6124613a86d09p-33,  -0x1.ae64567f544e4p-26,
                                  0x1.71de3a556c734p-19,  -0x1.a01a01a01a01ap-13, 0x1.1111111111111p-7,
                                  -0x1.5555555555555p-3};
    static const double COSINE[] = {
        0x1.ae7f3e733b81fp-45, -0x1.93974a8c07c9dp-37, 0x1.1eed8eff8d898p-29, -0x1.27e4fb7789f5cp-22,
        0x1.a01a01a01a01ap-16, -0x1.6c16c16c16c17p-10, 0x1.5555555555555p-5,  -0.5};
    const lanes shift = same(0x1.8p52); /* makes the quarters the last bits */
    lanes shifted = add(mul(degrees, same(1.0 / 90)), shift), quarters = sub(shifted, shift);
    lanes rest = sub(degrees, mul(quarters, same(90))), x = mul(rest, same(0x1.1df46a2529d39p-6)), y = mul(x, x);
    lanes s = same(SINE[0]), c = same(COSINE[0]);
    for (int k = 1; k < 7; k++)
        s = mul_add(s, y, same(SINE[k]));
    for (int k = 1; k < 8; k++)
        c = mul_add(c, y, same(COSINE[k]));
    s = mul_add(mul(s, y), x, x);
    c = mul_add(c, y, same(1));
    mask odd = HAS_BIT(shifted, 0), back = HAS_BIT(shifted, 1), last = HAS_BIT(add(shifted, same(1)), 1);
    *sine = negate_where(back, choose(odd, c, s));
    *cosine = negate_where(last, choose(odd, s, c));
}

INLINE lanes slack_of(lanes x, lanes y, lanes w, lanes h, lanes r)
{
    lanes scale = add(add(add(size_of(x), size_of(y)), add(w, h)), r);
    return mul_add(scale, same(SLACK), same(FLOOR));
}

/* The numbers of rectangles: the corner of the outer one or the centre, the core's size and the radius. */
typedef struct rect_lanes {
    lanes x, y, core_w, core_h, r;
} rect_lanes;

INLINE lanes lesser(lanes x, lanes y) { return sub(same(0), larger(sub(same(0), x), sub(same(0), y))); }

/* By two corners, in any order: the lesser ones, and the distance of the others. */
INLINE rect_lanes rect_of_corners(const lanes *n)
{
    lanes left = lesser(n[0], n[2]), top = lesser(n[1], n[3]);
    rect_lanes f = {left, top, sub(larger(n[0], n[2]), left), sub(larger(n[1], n[3]), top), same(0)};
    return f;
}

INLINE rect_lanes rect_of_numbers(const row_format *format, const lanes *n, seen *s)
{
    if (format->anchor == ROW_BY_CORNERS)
        return rect_of_corners(n);
    rect_lanes f = {n[0], n[1], n[2], n[3], same(0)};
    see_size(s, n[2]);
    see_size(s, n[3]);
    if (format->kind != ROW_ROUNDRECT)
        return f;
    f.r = n[4];
    see_size(s, f.r);
    if (format->anchor == ROW_AROUND)
        return f;
    lanes twice = add(n[4], n[4]);
    f.core_w = sub(n[2], twice);
    f.core_h = sub(n[3], twice);
    see_size(s, f.core_w);
    see_size(s, f.core_h);
    /* A radius that is normalised may be too large then. */
    mask tiny = both(is_less(same(0), f.r), is_less(f.r, same(0x1p-147)));
    see_size(s, choose(tiny, same(-1), same(1)));
    return f;
}

/* Each coordinate by the operations of rect.c. */
INLINE void form_boxes(const row_format *format, const lanes *n, seen *s, lanes *out)
{
    if (format->kind <= ROW_CIRCLE) {
        out[BOX_LEFT] = out[BOX_RIGHT] = n[0];
        out[BOX_TOP] = out[BOX_BOTTOM] = n[1];
        out[BOX_R] = format->kind == ROW_CIRCLE ? n[2] : same(0);
        see_size(s, out[BOX_R]);
        return;
    }
    rect_lanes f = rect_of_numbers(format, n, s);
    out[BOX_R] = f.r;
    if (format->anchor == ROW_BY_TOPLEFT) {
        out[BOX_LEFT] = add(f.x, f.r);
        out[BOX_TOP] = add(f.y, f.r);
        out[BOX_RIGHT] = add(out[BOX_LEFT], f.core_w);
        out[BOX_BOTTOM] = add(out[BOX_TOP], f.core_h);
    } else if (format->anchor == ROW_BY_CORNERS) {
        out[BOX_LEFT] = f.x;
        out[BOX_TOP] = f.y;
        out[BOX_RIGHT] = larger(n[0], n[2]);
        out[BOX_BOTTOM] = larger(n[1], n[3]);
    } else {
        lanes w = mul(f.core_w, same(0.5)), h = mul(f.core_h, same(0.5));
        out[BOX_LEFT] = sub(f.x, w);
        out[BOX_TOP] = sub(f.y, h);
        out[BOX_RIGHT] = add(f.x, w);
        out[BOX_BOTTOM] = add(f.y, h);
    }
}

/* From one end to the other; what is too short for its direction to be computed is a point, within the floor. */
INLINE void form_capsules(row_kind kind, const lanes *n, seen *s, lanes *out)
{
    const lanes half = same(0.5);
    lanes ex = mul(sub(n[2], n[0]), half), ey = mul(sub(n[3], n[1]), half), ee = mul_add(ex, ex, mul(ey, ey));
    mask is_long = is_less(same(0x1p-300), ee);
    lanes length = root(choose(is_long, ee, same(1)));
    out[FRAME_X] = mul(add(n[0], n[2]), half);
    out[FRAME_Y] = mul(add(n[1], n[3]), half);
    out[FRAME_UX] = choose(is_long, quotient(ex, length), same(1));
    out[FRAME_UY] = choose(is_long, quotient(ey, length), same(0));
    out[FRAME_W] = choose(is_long, length, same(0));
    out[FRAME_H] = same(0);
    out[FRAME_R] = kind == ROW_CAPSULE ? n[4] : same(0);
    see_size(s, out[FRAME_R]);
}

INLINE void form_frames(const row_format *format, const lanes *n, seen *s, lanes *out)
{
    row_kind kind = format->kind;
    int numbers = format->columns;
    if (kind == ROW_SEGMENT || kind == ROW_CAPSULE) {
        form_capsules(kind, n, s, out);
    } else {
        const lanes half = same(0.5);
        rect_lanes f = rect_of_numbers(format, n, s);
        out[FRAME_X] = f.x;
        out[FRAME_Y] = f.y;
        if (format->anchor == ROW_BY_TOPLEFT || format->anchor == ROW_BY_CORNERS) {
            out[FRAME_X] = add(f.x, mul_add(f.core_w, half, f.r));
            out[FRAME_Y] = add(f.y, mul_add(f.core_h, half, f.r));
        }
        out[FRAME_W] = mul(f.core_w, half);
        out[FRAME_H] = mul(f.core_h, half);
        out[FRAME_R] = f.r;
        out[FRAME_UX] = same(1);
        out[FRAME_UY] = same(0);
        if (numbers > least_columns(kind))
            direction(n[numbers - 1], &out[FRAME_UX], &out[FRAME_UY]);
    }
    out[FRAME_SLACK] = slack_of(out[FRAME_X], out[FRAME_Y], out[FRAME_W], out[FRAME_H], out[FRAME_R]);
    if (kind >= ROW_RECT && numbers > least_columns(kind)) {
        mask known = is_less(size_of(n[numbers - 1]), same(MOST_DEGREES));
        out[FRAME_SLACK] = choose(known, out[FRAME_SLACK], same(HUGE_VAL));
    }
}

/* The numbers of LANES rows; the last ones again beyond the end. */
INLINE void read_numbers(const row_format *format, const char *row, ptrdiff_t stride, int i, int count, lanes *out)
{
    row += i * stride;
    ptrdiff_t size = format->single ? sizeof(float) : sizeof(double);
    for (int k = 0; k < format->columns; k++, row += format->column) {
        if (i + LANES <= count) {
            out[k] = stride == size ? numbers(row, format->single, 0) : strided(row, format->single, stride);
            continue;
        }
        double last[LANES];
        for (int j = 0; j < LANES; j++) {
            const void *at = row + (i + j < count ? j : count - 1 - i) * stride;
            last[j] = format->single ? (double)*(const float *)at : *(const double *)at;
        }
        out[k] = load(last);
    }
}

static TARGET bool form_columns(filter_form form, const row_format *format, const char *row, ptrdiff_t stride,
                                int count, block_columns *columns)
{
    seen s = nothing_seen();
    int most = form == CIRCLE_FORM ? CIRCLE_R : form == BOX_FORM ? BOX_R : FRAME_SLACK;
    for (int i = 0; i < count; i += LANES) {
        lanes n[MAX_COLUMNS], out[MOST_FORM_COLUMNS];
        read_numbers(format, row, stride, i, count, n);
        for (int k = 0; k < format->columns; k++)
            s.squares = mul_add(n[k], n[k], s.squares);
        if (form == CIRCLE_FORM) {
            out[CIRCLE_X] = n[0];
            out[CIRCLE_Y] = n[1];
            out[CIRCLE_R] = format->kind == ROW_CIRCLE ? n[2] : same(0);
            see_size(&s, out[CIRCLE_R]);
        } else if (form == BOX_FORM) {
            form_boxes(format, n, &s, out);
        } else {
            form_frames(format, n, &s, out);
        }
        for (int k = 0; k <= most; k++)
            store(&columns->at[k][i], out[k]);
    }
    return in_domain(&s);
}

#define FILTER_PATH(path_name)                                                                                         \
    {path_name, {circles, boxes, round_boxes, circle_frame, frames, round_frames}, form_columns}

#endif
