// Shows beside each search result what it says about the words. Sphinx would fetch the pages for that, which a browser refuses
// on pages from a disk; so the texts of all pages come with this script, compressed.
"use strict";

async function unpackExcerpts(packed) {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const pages = JSON.parse(await new Response(stream).text());
  for (const part of Object.values(pages).flat()) part[1] ||= part[0].replace(/^(?:[a-z\d_]+\.)*/, "");
  return pages;
}

const LONGEST = 220;
const searched = (new URLSearchParams(location.search).get("q") ?? "").toLowerCase();
const searchedWords = splitQuery(searched).filter((word) => !stopwords.has(word)).map((word) => {
  const stem = new Stemmer().stemWord(word);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${_escapeRegExp(stem.length > 2 ? stem : word)}`, "iu");
});

// The part of a page that has most of the words; an entry of the reference is its own part.
function bestPart(parts, anchor) {
  if (anchor) return parts.find(([id]) => id === anchor);
  let best = parts[0];
  let most = -1;
  for (const part of parts) {
    const titled = part[1].toLowerCase().includes(searched) ? searchedWords.length : 0;
    const found = titled + searchedWords.filter((word) => word.test(part[1]) || word.test(part[2])).length;
    if (found > most) [best, most] = [part, found];
  }
  return best;
}

function shortened(text, start) {
  const end = start + LONGEST < text.length ? text.lastIndexOf(" ", start + LONGEST) : text.length;
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

// Some words of a text around the first one that was searched for.
function around(text) {
  const places = searchedWords.map((word) => text.search(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 60);
  return shortened(text, places.length && from ? text.indexOf(" ", from) + 1 : 0);
}

// The text with the words marked.
function marked(text) {
  const line = document.createElement("p");
  line.className = "context";
  const any = new RegExp(`(${searchedWords.map((word) => word.source).join("|")})[\\p{L}\\p{N}_]*`, "giu");
  let last = 0;
  for (const found of searchedWords.length ? text.matchAll(any) : []) {
    line.append(text.slice(last, found.index), Object.assign(document.createElement("mark"), { textContent: found[0] }));
    last = found.index + found[0].length;
  }
  line.append(text.slice(last));
  return line;
}

const found = new Set(); // the addresses that are listed

function addExcerpt(item, pages) {
  const link = item.querySelector("a");
  if (!link || item.querySelector(".context")) return;
  const [address, anchor] = link.getAttribute("href").split("#");
  const parts = pages[address.replace(/\.html$/, "")];
  const part = parts && bestPart(parts, anchor);
  if (!part) return;
  const [id, title, text] = part;
  if (!anchor && id) {
    link.href = `${address}#${id}`; // to the place, not to the top of a long page
    if (title !== link.textContent) link.append(` › ${title}`);
  }
  if (found.has(link.href)) return item.remove(); // Sphinx finds a section by its title and by its page
  found.add(link.href);
  item.append(marked(anchor ? shortened(text, 0) : around(text)));
}

async function addExcerpts() {
  const results = document.getElementById("search-results");
  if (!results || typeof DecompressionStream === "undefined") return;
  results.classList.add("searching"); // seen when they have their excerpts, so that none moves
  const pages = await unpackExcerpts(EXCERPTS);
  const all = () => results.querySelectorAll("ul.search > li").forEach((item) => addExcerpt(item, pages));
  new MutationObserver(all).observe(results, { childList: true, subtree: true });
  all();
  results.classList.remove("searching");
}

addExcerpts();
