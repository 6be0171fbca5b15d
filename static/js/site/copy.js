// Fields to copy from: a button with data-copy="id of the field"; says so where .said stands beside it.
export function fitCopies(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copyFrom(button));
  }
}

async function copyFrom(button) {
  const field = document.getElementById(button.dataset.copy);
  const said = button.closest(".field")?.querySelector(".said");
  const copied = await copyText(field);
  if (said) said.textContent = copied ? "Copied." : "Selected; copy it with your keys.";
}

async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus(); // no clipboard on a plain http address
    field.select();
    return false;
  }
}
