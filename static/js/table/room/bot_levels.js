/** The bot levels in words; one without a description is offered by its name alone. */
const DESCRIPTIONS = {
  casual: "plays anything that is not silly",
  steady: "plays what looks best at a glance",
  sharp: "thinks ahead before every move",
};

/**
 * The levels on offer in one line, weakest first: "A casual bot plays …, a steady one …".
 * @param {string[]} strengths
 */
export function describeBots(strengths) {
  const known = strengths.filter((strength) => strength in DESCRIPTIONS);
  const said = known
    .map((strength, place) => `a ${strength} ${place ? "one" : "bot"} ${DESCRIPTIONS[strength]}`)
    .join(", ");
  return said ? `${said[0].toUpperCase()}${said.slice(1)}.` : "";
}
