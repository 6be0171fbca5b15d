/** The papers between Races and hands, and the panels that a player opens: boxes and duels. */
import { html } from "../../js/html.js";
import { who } from "../../js/table/core/name.js";
import { BoxOf } from "./board.js";
import { marksWords, plural } from "./box.js";
import { RANKS } from "./deck.js";
import { DuelList } from "./duel.js";
import { gainMarks, marked, marksOf, sizeOf, stakeOf } from "./standing.js";
import { raceSummary } from "./summary.js";

/** @import { Marks } from "./box.js" */
/** @import { Frame, Gain, RaceResult } from "./records.js" */

/**
 * Every score box large, with what a win now would mark in words.
 * @param {{frame: Frame}} props
 */
export function Boxes({ frame }) {
  const tableau = frame.view.public;
  const size = sizeOf(tableau);
  return html`<section class="boxes" aria-label="Score boxes" tabindex="0">
    <ul class="boxes__list">
      ${tableau.seats.map((seat) => {
        const marks = marksOf(tableau, seat);
        const found = stakeOf(tableau, seat);
        return html`<li key=${seat} class="boxes__one" data-mine=${seat === frame.seat ? "" : null}>
          <p class="boxes__name">
            <b>${who(frame, seat)}</b>
            <span class="figures">${marked(marks)} of ${marked(size)}</span>
          </p>
          <${BoxOf} frame=${frame} tableau=${tableau} seat=${seat} />
          <p class="boxes__words">
            ${strokeWords(marks)}
            ${found ? `A win now: ${marksWords(gainMarks(tableau, found.gain, RANKS))}.` : ""}
          </p>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {Marks} marks */
function strokeWords({ hatStrokes, voteStrokes }) {
  const parts = [
    hatStrokes ? plural(hatStrokes, "Hat stroke") : "",
    voteStrokes ? plural(voteStrokes, "Vote stroke") : "",
  ].filter(Boolean);
  return parts.length ? `${parts.join(", ")}. ` : "";
}

/**
 * The duels of this Race, or of the last one.
 * @param {{frame: Frame}} props
 */
export function Duels({ frame }) {
  const { duels, duel, result, phase, race } = frame.view.public;
  const own = duel ? [...duels, duel] : duels;
  const shown = own.length ? own : (result?.duels ?? []);
  const of = own.length || phase === "scrum" ? race : (result?.race ?? race);
  return html`<section class="paper paper--wide duel-paper" aria-labelledby="duels-head"
    tabindex="0">
    <h2 class="paper__title" id="duels-head">Duels of Race ${of}</h2>
    ${of === race ? html`<p class="duel-paper__words">${raceSummary(frame).join(" ")}</p>` : null}
    ${
      shown.length
        ? html`<${DuelList} frame=${frame} duels=${shown} />`
        : html`<p class="paper__soft">None yet.</p>`
    }
  </section>`;
}

/**
 * The end of a Race: who won it, who marks what, and its duels.
 * @param {{frame: Frame, result: RaceResult}} props
 */
export function RaceOver({ frame, result }) {
  const { race, winner = null, cards, gains = [], duels = [] } = result;
  return html`<section class="paper paper--engraved race-over" aria-labelledby="race-head">
    <p class="over">Race ${race}</p>
    <h2 class="paper__title" id="race-head">${wonWords(frame, result)}</h2>
    ${
      gains.length
        ? html`<ul class="race-over__gains">
          ${gains.map(
            (gain) => html`<li key=${gain[0]}>
              <b>${who(frame, gain[0])}</b> ${gainWords(gain, frame)}
            </li>`,
          )}
        </ul>`
        : null
    }
    <p class="paper__soft">
      ${
        winner === null
          ? `The ${plural(cards, "card")} on the board are out of play.`
          : `${plural(cards, "card")} from the board.`
      }
    </p>
    ${
      duels.length
        ? html`<details class="race-over__duels">
          <summary>${plural(duels.length, "duel")}, round by round</summary>
          <${DuelList} frame=${frame} duels=${duels} />
        </details>`
        : null
    }
  </section>`;
}

/**
 * @param {Frame} frame
 * @param {RaceResult} result
 */
export function wonWords(frame, { winner = null, role = null, landslide = false }) {
  if (winner === null || role === null) return "Stalemate: nobody stands";
  const way = WAYS[landslide ? "landslide" : role];
  return `${who(frame, winner)} ${winner === frame.seat ? "win" : "wins"} ${way}`;
}

const WAYS = {
  candidate: "as Candidate",
  challenger: "as Challenger",
  coalition: "as Kingmaker",
  landslide: "by a Landslide",
};

/**
 * The marks of a seat, in words: "marks a Mayor hat and 2 votes".
 * @param {Gain} gain
 * @param {Frame} frame
 */
function gainWords([seat, hats, strokes, votes], frame) {
  const words = marksWords({
    hats: RANKS.map((rank) => hats.filter((hat) => hat === rank).length),
    votes,
    hatStrokes: strokes,
    voteStrokes: 0,
  });
  return `${seat === frame.seat ? "mark" : "marks"} ${words}`;
}

/**
 * The end of a hand: votes for CARDS and strokes, and all boxes.
 * @param {{frame: Frame}} props
 */
export function HandOver({ frame }) {
  const tableau = frame.view.public;
  const { tallies, paid } = tableau;
  return html`<section class="paper paper--engraved paper--wide" aria-labelledby="hand-head"
    tabindex="0">
    <p class="over">Hand ${paid?.hand ?? tableau.hand}</p>
    <h2 class="paper__title" id="hand-head">Votes for the cards won</h2>
    ${
      tallies.length
        ? html`<table class="tally">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">Who</span></th>
              <th scope="col">Cards</th>
              <th scope="col">Points</th>
              <th scope="col">Votes</th>
              <th scope="col">For strokes</th>
            </tr>
          </thead>
          <tbody>
            ${tallies.map(
              (one) => html`<tr key=${one.seat} data-mine=${one.seat === frame.seat ? "" : null}>
                <th scope="row">${who(frame, one.seat)}</th>
                <td class="figures">${one.cards}</td>
                <td class="figures">${one.points}</td>
                <td class="figures">${one.votes}</td>
                <td class="figures">${one.stroke_votes}</td>
              </tr>`,
            )}
          </tbody>
        </table>`
        : html`<p class="paper__soft">Nobody won a card.</p>`
    }
    <${PaperBoxes} frame=${frame} />
  </section>`;
}

/**
 * The boxes in a row, small.
 * @param {{frame: Frame}} props
 */
function PaperBoxes({ frame }) {
  const tableau = frame.view.public;
  return html`<ul class="paper-boxes">
    ${tableau.seats.map(
      (seat) => html`<li key=${seat}>
        <${BoxOf} frame=${frame} tableau=${tableau} seat=${seat} />
        <span aria-hidden="true">${who(frame, seat)}</span>
      </li>`,
    )}
  </ul>`;
}

/**
 * The part below the result of a match: the last Race, and all boxes.
 * @param {{frame: Frame}} props
 */
export function Aftermath({ frame }) {
  const { hand } = frame.view.public;
  return hand > 0 ? html`<${HandOver} frame=${frame} />` : null;
}
