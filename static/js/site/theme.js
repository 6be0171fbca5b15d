// The lamp: light paper or dark felt, remembered by this browser; until it is touched the system decides.
const dark = matchMedia("(prefers-color-scheme: dark)");

export function fitLamp(lever) {
  if (!lever) return;
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => {
    lever.setAttribute("aria-pressed", String(isDark()));
    paintFrame(root.dataset.theme);
  };
  lever.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    remember(theme);
    show();
  });
  dark.addEventListener("change", show);
  show();
}

function remember(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // forbidden storage: the theme holds until the page is left
  }
}

// The browser's own frame follows the chosen theme, not the system's.
function paintFrame(theme) {
  if (!theme) return;
  const paper =
    getComputedStyle(document.documentElement).getPropertyValue("--paper").match(/#\w+/g) ?? [];
  const colour = theme === "dark" ? paper[1] : paper[0];
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    if (colour) meta.content = colour;
}
