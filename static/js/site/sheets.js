// Sheets: data-opens="id" opens that dialog, data-closes closes the one it is in, a click beside the sheet too.
export function fitSheets(root) {
  for (const opener of root.querySelectorAll("[data-opens]")) {
    opener.addEventListener("click", () => document.getElementById(opener.dataset.opens).showModal());
  }
  for (const sheet of root.querySelectorAll("dialog.sheet")) {
    sheet.addEventListener("click", (event) => {
      if (event.target === sheet || event.target.closest("[data-closes]")) sheet.close();
    });
  }
}
