/** The time zone of this browser, where a form asks for one and nobody has named another. */

for (const field of document.querySelectorAll("[data-zone] [name=zone]"))
  if (/** @type {HTMLInputElement} */ (field).value === "UTC")
    /** @type {HTMLInputElement} */ (field).value =
      Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
