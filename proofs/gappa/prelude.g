# Before every script. check.py adds the margins of ../margins.toml.
@rnd = float<ieee_64, ne>; # rounding to nearest, with subnormal numbers and without overflow (range.g has that)
u = 1b-53;
