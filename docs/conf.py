"""The site: `python3 dev.py docs` builds it into docs/_build; a warning is an error there.

Nothing on it comes from elsewhere: no fonts, scripts or pictures of other hosts, and the build needs no network.
"""

import importlib
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import collide2d

project = "collide2d"
author = "the collide2d authors"
project_copyright = author
version = release = collide2d.__version__

extensions = [
    "myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton",
    "excerpts", "pictures", "plain_docstrings", "said_once", "signatures", "summaries",
]  # fmt: skip
# Chapters of the reference on what is not there, such as an extra that is not installed, are left out.
OPTIONAL = {"dask": "dask", "levels": "merge_tiles", "pygame": "pygame", "tiled": "tiled"}


def is_there(name: str) -> bool:
    """Whether the package has a function or a module of that name."""
    try:
        return hasattr(collide2d, name) or bool(importlib.import_module(f"collide2d.{name}"))
    except ImportError:
        return False


exclude_patterns = [
    "_build",
    "_ext",
    *(f"reference/{page}.rst" for page, name in OPTIONAL.items() if not is_there(name)),
]
# The toctree of the reference ends in a glob, for pages that an extra brings.
suppress_warnings = ["toc.empty_glob"]
highlight_language = "none"
pygments_dark_style = "github-dark"
add_module_names = False
python_display_short_literal_types = True
autodoc_typehints_format = "short"
maximum_signature_line_length = 88
autodoc_member_order = "groupwise"

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block"]

# A copy is what one types: without prompts, and without what is printed.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_show_search_summary = False  # excerpts.js shows them, from a disk as well
html_theme = "furo"
html_title = "collide2d"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("keyboard.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2d5f91", "color-brand-content": "#2d5f91"},
    "dark_css_variables": {"color-brand-primary": "#8ab6e3", "color-brand-content": "#8ab6e3"},
}


def _link_files(app: Sphinx, name: str, source: list[str]) -> None:
    """A page beside the site, such as bench/README.md, is linked as the file that it is."""
    source[0] = re.sub(r"\]\((\.\./[^)#]+\.md)\)", r"](path:\1)", source[0])


def setup(app: Sphinx) -> None:
    """What is local to this file."""
    app.connect("source-read", _link_files)
