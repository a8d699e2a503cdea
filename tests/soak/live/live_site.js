// What tests/soak/live/live_site.py measures in a page: what overflows, what is hard to read, and what has no name.
const measured = {};

const shown = (element) => {
  const { visibility, display, opacity, clip } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return visibility === "visible" && display !== "none" && opacity !== "0" && clip === "auto" && box.width > 1 && box.height > 1;
};
const short = (element) =>
  `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${element.textContent.trim().slice(0, 40)}"`;

// Elements that reach over the right edge of the page, unless something around them scrolls or cuts them; and how many
// blocks of code scroll.
measured.overflow = () => {
  const edge = document.documentElement.clientWidth + 0.5;
  const scrolls = (element) => {
    for (let parent = element; parent && parent !== document.body; parent = parent.parentElement)
      if (getComputedStyle(parent).overflowX !== "visible" || getComputedStyle(parent).position === "fixed") return true;
    return false;
  };
  const over = [...document.querySelectorAll("article *")].filter(
    (element) => shown(element) && !element.closest("svg") && element.getBoundingClientRect().right > edge && !scrolls(element),
  );
  const wide = document.documentElement.scrollWidth > edge ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
  const cut = [...document.querySelectorAll("article pre")].filter((block) => block.scrollWidth > block.clientWidth + 1);
  return { over: [...wide, ...over.slice(0, 3).map(short)], cut: cut.length, widest: Math.max(0, ...cut.map((b) => b.scrollWidth)) };
};

// ---- contrast, as WCAG 2 defines it ----

const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, i) => a * c + (1 - a) * under[i]);
const luminance = (color) => {
  const [r, g, b] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a, b) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

// The filter of pictures on dark pages: inverted to 0.92, hues turned by half a circle.
const filtered = (color) => {
  const [r, g, b] = color.map((c) => 0.92 * 255 - 0.84 * c);
  const turned = [
    -0.574 * r + 1.43 * g + 0.144 * b, 0.426 * r + 0.43 * g + 0.144 * b, 0.426 * r + 1.43 * g - 0.856 * b,
  ];
  return turned.map((c) => Math.min(255, Math.max(0, c)));
};

const background = (element) => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) layers.unshift(channels(getComputedStyle(node).backgroundColor));
  return layers.reduce((under, layer) => over(layer.length ? layer : [0, 0, 0, 0], under), [255, 255, 255]);
};

measured.contrast = () => {
  const low = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("svg, script, style, noscript") || !shown(element)) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const behind = background(element);
    const found = ratio(over(channels(style.color), behind), behind);
    if (found < (large ? 3 : 4.5)) low.set(`${style.color} on ${behind.map(Math.round)}: ${found.toFixed(2)}`, short(element));
  }
  // Text in pictures is drawn on their paper or plot.
  for (const svg of document.querySelectorAll(".live svg")) {
    const dark = getComputedStyle(svg).filter !== "none";
    const seen = (color) => (dark ? filtered(color) : color);
    for (const text of svg.querySelectorAll("text")) {
      const { fill, fillOpacity } = getComputedStyle(text);
      for (const paper of [[246, 243, 234], [255, 254, 251]]) {
        const ink = over([...channels(fill).slice(0, 3), Number(fillOpacity)], paper);
        const found = ratio(seen(ink), seen(paper));
        if (found < 4.5) low.set(`${fill} in a picture: ${found.toFixed(2)}`, short(text));
      }
    }
  }
  return [...low].map(([what, where]) => `${what}, ${where}`);
};

// What a screen reader could not name, and what the keyboard cannot reach.
measured.nameless = () => {
  const named = (element) =>
    (element.getAttribute("aria-label") ?? element.getAttribute("title") ?? element.textContent).trim() ||
    element.querySelector("[alt]:not([alt='']), title") || element.labels?.length || element.getAttribute("placeholder");
  const wrong = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), [role=button]")].filter(
    (element) => shown(element) && !named(element),
  );
  const pictures = [...document.querySelectorAll("img:not([alt])")];
  const clicked = [...document.querySelectorAll("[onclick]:not(a, button, input, label)")];
  const labels = [...document.querySelectorAll("label[for]:not(.overlay)")].filter(
    (label) => shown(label) && !shown(document.getElementById(label.htmlFor)) && label.tabIndex < 0,
  );
  return [...wrong, ...pictures, ...clicked, ...labels].map(short);
};

// What takes the focus beside the page, where nobody sees it.
measured.hidden = () => {
  const width = document.documentElement.clientWidth;
  const beside = ({ left, right }) => right <= 0 || left >= width;
  const found = [...document.querySelectorAll("a[href], button, input, [tabindex='0']")].filter(
    (element) => shown(element) && beside(element.getBoundingClientRect()),
  );
  return found.slice(0, 3).map(short);
};

window.measured = measured;
