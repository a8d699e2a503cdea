"""The pages of docs/, without those of a site that was built beside them."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
