/** The theme: light or dark, kept in this browser. Until a person chooses, the system decides. */
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {HTMLElement | null} button a button, or a checkbox that is a switch */
export function fitThemeToggle(button) {
  if (!button) return;
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => {
    if (button instanceof HTMLInputElement) button.checked = isDark();
    else button.setAttribute("aria-pressed", String(isDark()));
    /** @param {string | undefined} theme */
    setBrowserColour(root.dataset.theme);
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset.theme = theme;
    saveTheme(theme);
    show();
  });
  dark.addEventListener("change", show);
  show();
}

/** @param {string} theme */
function saveTheme(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Storage may be forbidden; then the theme holds until the page is left.
  }
}

/**
 * The browser's own frame follows the chosen theme, not the system's.
 * @param {string | undefined} theme
 */
function setBrowserColour(theme) {
  if (!theme) return;
  const paper =
    getComputedStyle(document.documentElement).getPropertyValue("--paper").match(/#\w+/g) ?? [];
  const colour = theme === "dark" ? paper[1] : paper[0];
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll('meta[name="theme-color"]');
  for (const meta of metas) if (colour) meta.content = colour;
}
