/* Rows as the columns that kernels read. Included after kernels.h. */
#ifndef C2D_BATCH_COLUMNS_H
#define C2D_BATCH_COLUMNS_H

/* Beyond it, multiples of 90 degrees are not exact in double precision. */
#define MAX_DEGREES 0x1p40

#define RADIANS_PER_DEGREE 0x1.1df46a2529d39p-6

/* Cosine and sine of degrees, both within 2^-50. Multiples of 90 degrees are subtracted exactly. The Taylor series run
 * to x^15 and x^16; for x <= pi / 4 their remainders are below 2^-54. The core's sines have a table, which lanes would
 * gather. */
INLINE void lanes_sincos(lanes degrees, lanes *cosine, lanes *sine)
{
    static const double SINE[] = {-1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880,
                                  -1.0 / 5040,          1.0 / 120,        -1.0 / 6}; /* 1/15! to 1/3! */
    static const double COSINE[] = {
        1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
        1.0 / 40320,          -1.0 / 720,         1.0 / 24,        -1.0 / 2}; /* 1/16! to 1/2! */
    const lanes shift = lanes_splat(0x1.8p52); /* puts the number of quarters into the last bits */
    lanes shifted = lanes_add(lanes_mul(degrees, lanes_splat(1.0 / 90)), shift), quarters = lanes_sub(shifted, shift);
    lanes rest = lanes_sub(degrees, lanes_mul(quarters, lanes_splat(90))),
          x = lanes_mul(rest, lanes_splat(RADIANS_PER_DEGREE)), y = lanes_mul(x, x);
    lanes s = lanes_splat(SINE[0]), c = lanes_splat(COSINE[0]);
    for (int k = 1; k < 7; k++)
        s = lanes_mul_add(s, y, lanes_splat(SINE[k]));
    for (int k = 1; k < 8; k++)
        c = lanes_mul_add(c, y, lanes_splat(COSINE[k]));
    s = lanes_mul_add(lanes_mul(s, y), x, x);
    c = lanes_mul_add(c, y, lanes_splat(1));
    mask odd = LANES_HAVE_BIT(shifted, 0), back = LANES_HAVE_BIT(shifted, 1),
         last = LANES_HAVE_BIT(lanes_add(shifted, lanes_splat(1)), 1);
    *sine = lanes_negate_where(back, lanes_select(odd, c, s));
    *cosine = lanes_negate_where(last, lanes_select(odd, s, c));
}

/* Lemma obb. */
INLINE lanes slack_of(lanes x, lanes y, lanes w, lanes h, lanes r)
{
    lanes scale = lanes_add(lanes_add(lanes_add(lanes_abs(x), lanes_abs(y)), lanes_add(w, h)), r);
    return lanes_mul_add(scale, lanes_splat(FILTER_SLACK), lanes_splat(FILTER_FLOOR));
}

/* The numbers of rectangles: corner or centre, the size of the core, and the radius. */
typedef struct rect_lanes {
    lanes x, y, core_w, core_h, r;
} rect_lanes;

/* From two corners of the core, in any order: the lesser coordinates and the differences. */
INLINE rect_lanes rect_of_corners(const row_format *format, const lanes *n, domain_test *s)
{
    lanes left = lanes_min(n[0], n[2]), top = lanes_min(n[1], n[3]);
    rect_lanes f = {left, top, lanes_sub(lanes_max(n[0], n[2]), left), lanes_sub(lanes_max(n[1], n[3]), top),
                    format->kind == ROW_ROUNDRECT ? n[4] : lanes_splat(0)};
    test_size(s, f.r);
    return f;
}

/* Whether numbers are below 2^-147 in magnitude, where a shape may round them, and not 0. */
INLINE mask lanes_tiny(lanes x)
{
    return lanes_and(lanes_less(lanes_splat(0), lanes_abs(x)), lanes_less(lanes_abs(x), lanes_splat(0x1p-147)));
}

INLINE rect_lanes rect_of_numbers(const row_format *format, const lanes *n, domain_test *s)
{
    if (format->anchor == ROW_BY_CORNERS)
        return rect_of_corners(format, n, s);
    rect_lanes f = {n[0], n[1], n[2], n[3], lanes_splat(0)};
    test_size(s, n[2]);
    test_size(s, n[3]);
    if (format->kind != ROW_ROUNDRECT)
        return f;
    f.r = n[4];
    test_size(s, f.r);
    if (format->anchor == ROW_AROUND || format->anchor == ROW_BY_CORE_TOPLEFT)
        return f;
    lanes twice = lanes_add(n[4], n[4]);
    f.core_w = lanes_sub(n[2], twice);
    f.core_h = lanes_sub(n[3], twice);
    test_size(s, f.core_w);
    test_size(s, f.core_h);
    /* c2d_check may round such a radius up, so that it no longer fits. Such a corner it may round so that the sum with
     * the radius is the next double, and the sum of that and the size the next one of a much larger number. */
    mask tiny = lanes_or(lanes_tiny(f.r), lanes_or(lanes_tiny(f.x), lanes_tiny(f.y)));
    test_size(s, lanes_select(tiny, lanes_splat(-1), lanes_splat(1)));
    return f;
}

/* Computes each coordinate by the operations of rect.c. */
INLINE void boxes_of_rows(const row_format *format, const lanes *n, domain_test *s, lanes *out)
{
    if (format->kind <= ROW_CIRCLE) {
        out[BOX_LEFT] = out[BOX_RIGHT] = n[0];
        out[BOX_TOP] = out[BOX_BOTTOM] = n[1];
        out[BOX_R] = format->kind == ROW_CIRCLE ? n[2] : lanes_splat(0);
        test_size(s, out[BOX_R]);
        return;
    }
    rect_lanes f = rect_of_numbers(format, n, s);
    out[BOX_R] = f.r;
    if (format->anchor == ROW_BY_TOPLEFT) {
        out[BOX_LEFT] = lanes_add(f.x, f.r);
        out[BOX_TOP] = lanes_add(f.y, f.r);
        out[BOX_RIGHT] = lanes_add(out[BOX_LEFT], f.core_w);
        out[BOX_BOTTOM] = lanes_add(out[BOX_TOP], f.core_h);
    } else if (format->anchor == ROW_BY_CORE_TOPLEFT) {
        out[BOX_LEFT] = f.x;
        out[BOX_TOP] = f.y;
        out[BOX_RIGHT] = lanes_add(f.x, f.core_w);
        out[BOX_BOTTOM] = lanes_add(f.y, f.core_h);
    } else if (format->anchor == ROW_BY_CORNERS) {
        out[BOX_LEFT] = f.x;
        out[BOX_TOP] = f.y;
        out[BOX_RIGHT] = lanes_max(n[0], n[2]);
        out[BOX_BOTTOM] = lanes_max(n[1], n[3]);
    } else {
        lanes w = lanes_mul(f.core_w, lanes_splat(0.5)), h = lanes_mul(f.core_h, lanes_splat(0.5));
        out[BOX_LEFT] = lanes_sub(f.x, w);
        out[BOX_TOP] = lanes_sub(f.y, h);
        out[BOX_RIGHT] = lanes_add(f.x, w);
        out[BOX_BOTTOM] = lanes_add(f.y, h);
    }
}

/* The OBB from one end to the other. A capsule whose direction would underflow becomes a circle; its length is within
 * the floor. */
INLINE void obbs_of_capsules(row_kind kind, const lanes *n, domain_test *s, lanes *out)
{
    const lanes half = lanes_splat(0.5);
    lanes ex = lanes_mul(lanes_sub(n[2], n[0]), half), ey = lanes_mul(lanes_sub(n[3], n[1]), half),
          ee = lanes_mul_add(ex, ex, lanes_mul(ey, ey));
    mask is_long = lanes_less(lanes_splat(0x1p-300), ee);
    lanes length = lanes_sqrt(lanes_select(is_long, ee, lanes_splat(1)));
    out[OBB_X] = lanes_mul(lanes_add(n[0], n[2]), half);
    out[OBB_Y] = lanes_mul(lanes_add(n[1], n[3]), half);
    out[OBB_UX] = lanes_select(is_long, lanes_div(ex, length), lanes_splat(1));
    out[OBB_UY] = lanes_select(is_long, lanes_div(ey, length), lanes_splat(0));
    out[OBB_W] = lanes_select(is_long, length, lanes_splat(0));
    out[OBB_H] = lanes_splat(0);
    out[OBB_R] = kind == ROW_CAPSULE ? n[4] : lanes_splat(0);
    test_size(s, out[OBB_R]);
}

INLINE void obbs_of_rows(const row_format *format, const lanes *n, domain_test *s, lanes *out)
{
    row_kind kind = format->kind;
    int numbers = format->columns;
    if (kind == ROW_SEGMENT || kind == ROW_CAPSULE) {
        obbs_of_capsules(kind, n, s, out);
    } else {
        const lanes half = lanes_splat(0.5);
        rect_lanes f = rect_of_numbers(format, n, s);
        out[OBB_X] = f.x;
        out[OBB_Y] = f.y;
        if (format->anchor != ROW_BY_CENTER && format->anchor != ROW_AROUND) {
            lanes inset = format->anchor == ROW_BY_TOPLEFT ? f.r : lanes_splat(0);
            out[OBB_X] = lanes_add(f.x, lanes_mul_add(f.core_w, half, inset));
            out[OBB_Y] = lanes_add(f.y, lanes_mul_add(f.core_h, half, inset));
        }
        out[OBB_W] = lanes_mul(f.core_w, half);
        out[OBB_H] = lanes_mul(f.core_h, half);
        out[OBB_R] = f.r;
        out[OBB_UX] = lanes_splat(1);
        out[OBB_UY] = lanes_splat(0);
        if (numbers > least_columns(kind))
            lanes_sincos(n[numbers - 1], &out[OBB_UX], &out[OBB_UY]);
    }
    out[OBB_SLACK] = slack_of(out[OBB_X], out[OBB_Y], out[OBB_W], out[OBB_H], out[OBB_R]);
    if (kind >= ROW_RECT && numbers > least_columns(kind)) {
        mask known = lanes_less(lanes_abs(n[numbers - 1]), lanes_splat(MAX_DEGREES));
        out[OBB_SLACK] = lanes_select(known, out[OBB_SLACK], lanes_splat(HUGE_VAL));
    }
}

/* ---- mixed rows ---- */

/* Whether numbers are within 1/2 of a whole number. */
INLINE mask lanes_near(lanes x, double whole)
{
    return lanes_and(lanes_less(lanes_splat(whole - 0.5), x), lanes_less(x, lanes_splat(whole + 0.5)));
}

/* Whether whole numbers are at most another one. */
INLINE mask lanes_up_to(lanes x, double whole) { return lanes_less(x, lanes_splat(whole + 0.5)); }

/* The kinds and the anchors in rows of mixed kinds, as numbers and as masks. */
typedef struct mixed_kinds {
    lanes kind, anchor;
    mask is_long, is_rect, is_rectangle, by_corners, by_center;
} mixed_kinds;

INLINE mixed_kinds kinds_of_codes(lanes code, domain_test *s)
{
    const lanes shift = lanes_splat(0x1.8p52), none = lanes_splat(-1); /* shift: rounds to a whole number */
    mixed_kinds k;
    lanes tens = lanes_mul(lanes_sub(code, lanes_splat(ROW_RECT)), lanes_splat(1.0 / ANCHOR_CODES));
    lanes rest = lanes_sub(code, lanes_sub(lanes_add(code, shift), shift));
    k.anchor = lanes_sub(lanes_add(tens, shift), shift);
    k.kind = lanes_sub(code, lanes_mul(k.anchor, lanes_splat(ANCHOR_CODES)));
    k.is_rect = lanes_near(k.kind, ROW_RECT);
    k.is_rectangle = lanes_or(k.is_rect, lanes_near(k.kind, ROW_ROUNDRECT));
    k.is_long = lanes_or(lanes_near(k.kind, ROW_SEGMENT), lanes_near(k.kind, ROW_CAPSULE));
    k.by_corners = lanes_near(k.anchor, ROW_BY_CORNERS);
    k.by_center = lanes_or(lanes_near(k.anchor, ROW_BY_CENTER), lanes_near(k.anchor, ROW_AROUND));
    lanes last = lanes_select(k.is_rect, lanes_splat(ROW_BY_CORNERS),
                              lanes_select(k.is_rectangle, lanes_splat(ROW_BY_CORE_TOPLEFT), lanes_splat(0)));
    mask wrong = lanes_or(lanes_or(lanes_less(k.kind, lanes_splat(0)), lanes_less(lanes_splat(ROW_POLYGON), k.kind)),
                          lanes_or(lanes_less(lanes_splat(0), lanes_abs(rest)), lanes_less(last, k.anchor)));
    test_size(s, lanes_select(wrong, none, lanes_splat(1)));
    return k;
}

/* The numbers of each row, 0 beyond those of its kind. Those of polygons are places in the table of vertices. */
INLINE void numbers_of_kinds(const mixed_kinds *k, const lanes *given, domain_test *s, lanes *n)
{
    lanes used = lanes_add(k->kind, lanes_select(k->is_rectangle, lanes_splat(1), lanes_splat(2)));
    used = lanes_sub(used, lanes_select(k->by_corners, lanes_splat(1), lanes_splat(0)));
    used = lanes_select(lanes_near(k->kind, ROW_POLYGON), lanes_splat(0), used);
    for (int i = 0; i < MAX_COLUMNS - 1; i++) {
        n[i] = lanes_select(lanes_less(lanes_splat(i), used), given[i], lanes_splat(0));
        add_square(s, i & 1, n[i]);
    }
}

/* Rectangles, and points and circles as rectangles of no size. As rect_of_numbers and obbs_of_rows. */
INLINE void obbs_of_mixed_boxes(const mixed_kinds *k, const lanes *n, lanes r, domain_test *s, lanes *out)
{
    const lanes half = lanes_splat(0.5), zero = lanes_splat(0);
    lanes left = lanes_min(n[0], n[2]), top = lanes_min(n[1], n[3]);
    lanes x = lanes_select(k->by_corners, left, n[0]), y = lanes_select(k->by_corners, top, n[1]);
    lanes w = lanes_select(k->by_corners, lanes_sub(lanes_max(n[0], n[2]), left), n[2]);
    lanes h = lanes_select(k->by_corners, lanes_sub(lanes_max(n[1], n[3]), top), n[3]);
    mask outer = lanes_and(k->is_rectangle, lanes_up_to(k->anchor, ROW_BY_CENTER));
    lanes inset = lanes_select(outer, r, zero), twice = lanes_add(inset, inset);
    w = lanes_select(k->is_rectangle, lanes_sub(w, twice), zero);
    h = lanes_select(k->is_rectangle, lanes_sub(h, twice), zero);
    test_size(s, w);
    test_size(s, h);
    test_size(s, lanes_select(lanes_tiny(inset), lanes_splat(-1), lanes_splat(1)));
    out[OBB_X] = lanes_select(k->by_center, x, lanes_add(x, lanes_mul_add(w, half, inset)));
    out[OBB_Y] = lanes_select(k->by_center, y, lanes_add(y, lanes_mul_add(h, half, inset)));
    out[OBB_W] = lanes_mul(w, half);
    out[OBB_H] = lanes_mul(h, half);
}

/* Every lane computes a capsule and a rectangle, and takes what is its own. Polygons get a slack without end, so that
 * the core decides them. */
INLINE void obbs_of_mixed(const lanes *given, domain_test *s, lanes *out)
{
    lanes n[MAX_COLUMNS - 1], ends[5], capsule[MAX_CORE_COLUMNS];
    add_square(s, 0, given[0]);
    mixed_kinds k = kinds_of_codes(given[0], s);
    numbers_of_kinds(&k, given + 1, s, n);
    mask is_disc = lanes_up_to(k.kind, ROW_CIRCLE);
    lanes r = lanes_select(is_disc, n[2], lanes_select(k.is_rect, lanes_splat(0), n[4]));
    lanes angle = lanes_select(k.is_rect, n[4], n[5]);
    test_size(s, r);
    obbs_of_mixed_boxes(&k, n, r, s, out);
    lanes_sincos(angle, &out[OBB_UX], &out[OBB_UY]);
    memcpy(ends, n, 4 * sizeof *ends);
    ends[4] = r;
    obbs_of_capsules(ROW_CAPSULE, ends, s, capsule);
    for (int i = 0; i < OBB_R; i++)
        out[i] = lanes_select(k.is_long, capsule[i], out[i]);
    out[OBB_R] = r;
    mask known = lanes_and(lanes_less(lanes_abs(angle), lanes_splat(MAX_DEGREES)), lanes_up_to(k.kind, ROW_ROUNDRECT));
    lanes slack = slack_of(out[OBB_X], out[OBB_Y], out[OBB_W], out[OBB_H], r);
    out[OBB_SLACK] = lanes_select(known, slack, lanes_splat(HUGE_VAL));
}

/* Reads the numbers of LANES rows; beyond the end those of the last row. */
INLINE void read_numbers(const row_format *format, const char *row, ptrdiff_t stride, int i, int count, lanes *out)
{
    row += i * stride;
    ptrdiff_t size = format->single ? sizeof(float) : sizeof(double);
    for (int k = 0; k < format->columns; k++, row += format->column) {
        if (i + LANES <= count) {
            out[k] = stride == size ? load_numbers(row, format->single, 0) : load_strided(row, format->single, stride);
            continue;
        }
        double last[LANES];
        for (int j = 0; j < LANES; j++) {
            const void *at = row + (i + j < count ? j : count - 1 - i) * stride;
            last[j] = format->single ? (double)*(const float *)at : *(const double *)at;
        }
        out[k] = lanes_load(last);
    }
}

static TARGET bool columns_of_mixed_rows(const row_format *format, const char *row, ptrdiff_t stride, int count,
                                         block_columns *columns)
{
    domain_test s = new_domain_test();
    row_format whole = *format;
    whole.columns = MAX_COLUMNS;
    for (int i = 0; i < count; i += LANES) {
        lanes n[MAX_COLUMNS], out[MAX_CORE_COLUMNS];
        read_numbers(&whole, row, stride, i, count, n);
        obbs_of_mixed(n, &s, out);
        for (int k = 0; k < MAX_CORE_COLUMNS; k++)
            lanes_store(&columns->at[k][i], out[k]);
    }
    return is_in_domain(&s);
}

static TARGET bool columns_of_rows(core_kind core, const row_format *format, const char *row, ptrdiff_t stride,
                                   int count, block_columns *columns)
{
    if (format->kind == ROW_MIXED)
        return columns_of_mixed_rows(format, row, stride, count, columns);
    domain_test s = new_domain_test();
    int most = core == CIRCLE_CORE ? CIRCLE_R : core == BOX_CORE ? BOX_R : OBB_SLACK;
    for (int i = 0; i < count; i += LANES) {
        lanes n[MAX_COLUMNS], out[MAX_CORE_COLUMNS];
        read_numbers(format, row, stride, i, count, n);
        for (int k = 0; k < format->columns; k++)
            add_square(&s, k & 1, n[k]);
        if (core == CIRCLE_CORE) {
            out[CIRCLE_X] = n[0];
            out[CIRCLE_Y] = n[1];
            out[CIRCLE_R] = format->kind == ROW_CIRCLE ? n[2] : lanes_splat(0);
            test_size(&s, out[CIRCLE_R]);
        } else if (core == BOX_CORE) {
            boxes_of_rows(format, n, &s, out);
        } else {
            obbs_of_rows(format, n, &s, out);
        }
        for (int k = 0; k <= most; k++)
            lanes_store(&columns->at[k][i], out[k]);
    }
    return is_in_domain(&s);
}

#define FILTER_BACKEND(path_name)                                                                                      \
    {path_name, {circles, boxes, round_boxes, circle_obb, obbs, round_obbs}, columns_of_rows}

#endif
