/**
 * Forms: the pressed button locks until the next page is there, a field with an error gets the
 * focus, and a value that is only offered goes away as somebody types.
 */

/** @param {Document | HTMLElement} root */
export function fitForms(root) {
  for (const form of root.querySelectorAll("form")) {
    form.addEventListener("submit", (event) =>
      lock(form, /** @type {HTMLButtonElement | null} */ (event.submitter)),
    );
  }
  /** @type {NodeListOf<HTMLInputElement>} */
  const offered = root.querySelectorAll("input[data-select]");
  for (const field of offered) field.addEventListener("focus", () => field.select());
  const invalid = /** @type {HTMLElement | null} */ (root.querySelector('[aria-invalid="true"]'));
  invalid?.focus();
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    /** @type {NodeListOf<HTMLButtonElement>} */
    const locked = root.querySelectorAll("[data-locked]");
    for (const button of locked) unlock(button);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement | null} button
 */
function lock(form, button) {
  if (!button || form.method === "dialog" || form.method === "get") return;
  setTimeout(() => {
    button.disabled = true; // after the data was taken: a disabled button's value is not sent
    button.dataset.locked = "";
    button.setAttribute("aria-busy", "true");
  });
}

/** @param {HTMLButtonElement} button */
function unlock(button) {
  button.disabled = false;
  delete button.dataset.locked;
  button.removeAttribute("aria-busy");
}
