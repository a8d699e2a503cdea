"""The ways to make a table of an array of shapes."""

from __future__ import annotations

from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa

TABLES: dict[str, Any] = {
    "pandas": lambda s: s.to_frame(),
    "pandas, by Arrow": pd.DataFrame.from_arrow,
    "polars": lambda s: s.to_frame("polars"),
    "polars, by Arrow": pl.DataFrame,
    "a module": lambda s: s.to_frame(pl),
    "pyarrow": lambda s: pa.table(s.to_columns()),
    "pyarrow, by Arrow": pa.table,
    "a batch": pa.record_batch,
}
