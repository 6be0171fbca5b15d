/** What the house's bots are like, by strength; one that nobody has described is offered by its name alone. */
const MANNERS = {
  casual: "plays anything that is not silly",
  steady: "plays what looks best at a glance",
  sharp: "thinks ahead before every move",
};

/** The strengths on offer in one line, weakest first: "A casual bot plays …, a steady one …". */
export function manners(strengths) {
  const known = strengths.filter((strength) => strength in MANNERS);
  const said = known
    .map((strength, place) => `a ${strength} ${place ? "one" : "bot"} ${MANNERS[strength]}`)
    .join(", ");
  return said ? `${said[0].toUpperCase()}${said.slice(1)}.` : "";
}
