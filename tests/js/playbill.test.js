import assert from "node:assert/strict";
import { test } from "node:test";
import { lookOf } from "../../static/js/table/core/staged.js";
import { MOST, opened, passed, TIMES } from "../../static/js/table/moments/playbill.js";

const moment = (greatness, stamp = greatness) => ({ greatness, stamp, line: "", seat: 1 });
const [SMALL, GREAT, RARE] = ["small", "great", "rare"].map((one) => moment(one));

test("a frame without moments changes nothing", () => {
  assert.equal(opened(null, [], 0), null);
  const on = opened(null, [GREAT], 0);
  assert.equal(opened(on, [], 10), on);
});

test("one moment has the time of its greatness", () => {
  for (const one of [SMALL, GREAT, RARE])
    assert.equal(opened(null, [one], 100).until, 100 + TIMES[one.greatness]);
});

test("the moments of a frame share the time of the greatest", () => {
  const on = opened(null, [SMALL, RARE], 0);
  assert.equal(on.moment, SMALL);
  assert.equal(on.until, 900);
  assert.equal(passed(on, 900).moment, RARE);
  assert.equal(passed(passed(on, 900), 1800), null);
});

test("of many the greatest three are shown, in their order", () => {
  const on = opened(null, [SMALL, GREAT, moment("small", "later"), RARE, GREAT], 0);
  assert.deepEqual([on.moment, ...on.rest], [GREAT, RARE, GREAT]);
});

test("a moment in its first 0.6 s yields only to a greater one", () => {
  const on = opened(null, [GREAT], 0);
  assert.equal(opened(on, [SMALL], 300), on);
  assert.equal(opened(on, [GREAT], 300), on);
  assert.equal(opened(on, [RARE], 300).moment, RARE);
  assert.equal(opened(on, [SMALL], 600).moment, SMALL);
});

test("what a frame brings is over in time, whatever comes, and one is shown at a time", () => {
  let seed = 7;
  const chance = (number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * number);
  };
  for (let run = 0; run < 500; run++) {
    let [on, now, last] = [null, 0, 0];
    for (let step = 0; step < 60; step++) {
      now += chance(500);
      while (on !== null && on.until <= now) on = passed(on, on.until);
      if (chance(2)) {
        const before = on;
        on = opened(
          on,
          Array.from({ length: chance(6) }, () => [SMALL, GREAT, RARE][chance(3)]),
          now,
        );
        if (on !== before) last = now;
      } else if (!chance(8)) on = null;
      if (on === null) continue;
      assert.ok(on.rest.length < MOST);
      const end = on.until + on.rest.length * (on.until - on.since);
      assert.ok(end - last <= TIMES.rare, `${end - last} ms after its frame`);
      assert.ok(on.until - on.since >= TIMES.small);
    }
  }
});

test("faces look by who gains and who loses", () => {
  const caught = { ...GREAT, glad: [0], sore: [1] };
  assert.deepEqual(
    [0, 1, 2].map((seat) => lookOf(caught, seat)),
    ["glad", "cross", "startled"],
  );
  assert.deepEqual(
    [1, 2].map((seat) => lookOf(SMALL, seat)),
    ["glad", null],
  );
  assert.equal(lookOf(null, 0), null);
});
