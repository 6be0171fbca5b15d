/** The comparison that a friend's code asks for, on the page about fair deals. */
import { recallMatch } from "./memory.js";
import { comparison, readComparison } from "./words.js";

const place = document.getElementById("compared");

function compare() {
  const asked = readComparison(location.hash);
  if (!place || !asked) return;
  const { heads, deals } = recallMatch(asked.match);
  const own = deals[asked.number - 1] ? heads[asked.number] : undefined;
  const [says, kind] = comparison(asked.head, own);
  place.className = `notice ${kind}`;
  place.textContent = says;
  place.scrollIntoView();
}

compare();
addEventListener("hashchange", compare);
