// How search results are ranked: names first, those of the package before those of its parts, and the reference in fractions,
// which has every verb again, last of them.
"use strict";

var Scorer = {
  objNameMatch: 40,
  objPartialMatch: 12,
  objPrio: { 0: 0, 1: 0, 2: 0 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  score([page, title, , , score, , kind]) {
    if (kind !== "object") return score;
    const oracle = { "reference/oracle": 20, "reference/dask": 10 }[page] ?? 0;
    return score - 2 * title.split(".").length - oracle;
  },
};
