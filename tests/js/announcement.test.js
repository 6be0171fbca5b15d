import assert from "node:assert/strict";
import { test } from "node:test";
import { unheardOf } from "../../static/js/table/core/unheard.js";
import { Announcement, MOST_NEWS, newsOf } from "../../static/js/table/ui/announcement.js";

const WEIGHTS = { salary: 1, plays: 2, passes: 3 };
const line = (type, text) => ({ event: { type }, text });
const news = (...lines) => newsOf(lines, "all", ({ type }) => WEIGHTS[type]);
const question = (text, isRestated = () => false) => ({ text, isRestated });
const passes = (number) =>
  Array.from({ length: number }, (_, i) => line("passes", `Pass ${i + 1}.`));

function said(fill) {
  const next = new Announcement();
  fill(next);
  return next.take();
}

test("news comes before the question, in order", () => {
  const text = said((next) => {
    next.ask(question("A five is best so far."));
    next.addNews(news(line("plays", "Ben plays a nine."), line("plays", "Cleo plays a five.")));
  });
  assert.equal(text, "Ben plays a nine. Cleo plays a five. Your turn. A five is best so far.");
});

test("a verbosity leaves out what weighs more than its limit", () => {
  const lines = [line("passes", "a"), line("plays", "b"), line("salary", "c")];
  const heard = (level) => newsOf(lines, level, ({ type }) => WEIGHTS[type]).map((one) => one.text);
  assert.deepEqual(heard("turns"), ["c"]);
  assert.deepEqual(heard("plays"), ["b", "c"]);
  assert.deepEqual(heard("all"), ["a", "b", "c"]);
  assert.throws(() => heard("loud"), /no such verbosity/);
});

test("what the question restates is said once", () => {
  const rose = line("plays", "Ben rises.");
  const text = said((next) => {
    next.addNews(news(line("salary", "Ann: 3."), rose, line("plays", "Ben owes 5.")));
    next.ask(question("Ben rises for 3. Ben owes 5. Give in?", (event) => event === rose.event));
  });
  assert.equal(text, "Ann: 3. Your turn. Ben rises for 3. Ben owes 5. Give in?");
});

test("what a question restates is news where it was answered before it was said", () => {
  const text = said((next) => {
    next.addNews(news(line("plays", "Ben rises.")));
    next.ask(question("Ben rises for 3.", () => true));
    next.ask(null);
  });
  assert.equal(text, "Ben rises.");
});

test("only the newest of two questions is said", () => {
  const text = said((next) => {
    next.ask(question("Old?"));
    next.ask(question("New?"));
  });
  assert.equal(text, "Your turn. New?");
});

test("over the cap the least important and oldest are only counted", () => {
  const text = said((next) => {
    next.addNews(news(line("salary", "Salaries: 5 and 2."), line("plays", "Ben opens for 4.")));
    next.addNews(news(...passes(MOST_NEWS)));
    next.ask(question("Call?"));
  });
  const kept = passes(MOST_NEWS).slice(2);
  assert.equal(
    text,
    ["2 more events are in the log. Salaries: 5 and 2. Ben opens for 4."]
      .concat(
        kept.map((one) => one.text),
        "Your turn. Call?",
      )
      .join(" "),
  );
  assert.match(
    said((next) => next.addNews(news(...passes(MOST_NEWS + 1)))),
    /^One more event is in the log\. Pass 2\./,
  );
});

test("salaries alone are capped too", () => {
  const salaries = Array.from({ length: MOST_NEWS + 3 }, (_, i) => line("salary", `${i};`));
  assert.match(
    said((next) => next.addNews(news(...salaries))),
    /^3 more events .*log\. 3; 4; /,
  );
});

test("what was taken is not said again", () => {
  const next = new Announcement();
  next.addNews(news(...passes(MOST_NEWS + 1)));
  next.addText("Ann has 5 points.");
  next.ask(question("Call?"));
  assert.equal(next.asks, true);
  next.take();
  assert.equal(next.isEmpty, true);
  assert.equal(next.take(), "");
});

test("after a lost connection only what came meanwhile is news", () => {
  const lines = passes(9);
  assert.deepEqual(unheardOf(lines.slice(0, 6), lines), lines.slice(6));
  assert.deepEqual(unheardOf(lines.slice(0, 6), lines.slice(3)), lines.slice(6));
  assert.deepEqual(unheardOf(lines, lines), []);
});

test("of a match that runs already only the last few lines are news", () => {
  const lines = passes(9);
  assert.deepEqual(unheardOf([], lines), lines.slice(-4));
  assert.deepEqual(unheardOf([line("plays", "elsewhere")], lines), lines.slice(-4));
  assert.deepEqual(unheardOf([], lines.slice(0, 2)), lines.slice(0, 2));
});
