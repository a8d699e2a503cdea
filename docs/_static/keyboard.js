// The theme opens its menus by labels, which the keyboard does not reach: they become buttons.
"use strict";

for (const label of document.querySelectorAll("label[for]")) {
  const box = document.getElementById(label.htmlFor);
  if (box?.type !== "checkbox" || label.classList.contains("overlay")) continue;
  const expanded = () => label.setAttribute("aria-expanded", box.checked);
  label.tabIndex = 0;
  label.setAttribute("role", "button");
  label.setAttribute("aria-label", box.getAttribute("aria-label") ?? label.textContent.trim() ?? "Toggle");
  label.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    box.click();
  });
  box.addEventListener("change", expanded);
  expanded();
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const box of document.querySelectorAll(".sidebar-toggle:checked")) box.click();
});
