// Makes the pictures of a page live. Each keeps its SVG until it comes into view, and without this script for good.
//
// It is a classic script, and the core and the code are texts in it: a browser refuses modules, fetch and
// WebAssembly.instantiateStreaming on pages that are opened from a disk (their origin is "null"). Both are compressed, and
// written with 91 signs, 13 bits in two of them; they are unpacked when the first picture comes into view.
const live = { pictures: [], errors: [], firstAsked: null, firstAnswer: null };
window.collide2dLive = live;
let ready = null;

async function unpacked([size, text]) {
  const packed = new Uint8Array(size);
  const digit = (i) => ((c) => c - (c > 92 ? 36 : 35))(text.charCodeAt(i)); // "#" is 0, and there is no backslash
  for (let i = 0, k = 0, bits = 0, count = 0; k < size; i += 2) {
    bits |= (91 * digit(i) + digit(i + 1)) << count;
    for (count += 13; count >= 8 && k < size; count -= 8, bits >>= 8) packed[k++] = bits & 255;
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

async function start() {
  const [core, code] = await Promise.all([unpacked(CORE), unpacked(CODE)]);
  const { instance } = await WebAssembly.instantiate(core);
  return new Function("instance", new TextDecoder().decode(code))(instance);
}

async function takeOver(image) {
  if (image.dataset.taken) return;
  image.dataset.taken = "true";
  live.firstAsked ??= performance.now();
  try {
    ready ??= start();
    const { Picture, Board, Hero } = await ready;
    const kind = { "break/board": Board, "mover/hall": Hero }[image.dataset.live] ?? Picture;
    live.pictures.push(new kind(image));
    live.firstAnswer ??= performance.now();
  } catch (error) {
    live.errors.push(`${image.dataset.live}: ${error.message}`); // the picture stays as it is
  }
}
live.takeOverAll = () => Promise.all([...document.querySelectorAll("img[data-live]:not([hidden])")].map(takeOver));

function watch() {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        takeOver(target);
      }
    },
    { rootMargin: "300px" },
  );
  for (const image of document.querySelectorAll("img[data-live]")) seen.observe(image);
}

if (typeof DecompressionStream !== "undefined" && typeof WebAssembly !== "undefined") {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
  else watch();
}
