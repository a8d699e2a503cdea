"""The names of the verbs that take two shapes, each a function and a method."""

VERBS: tuple[str, ...] = (
    "relate",
    "collides",
    "overlaps",
    "touches",
    "contains",
    "separation",
    "distance",
    "closest_points",
    "contact",
    "minkowski_difference",
)
