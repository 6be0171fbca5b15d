/** The form of a game's options, drawn from their JSON schema. Each change is sent at once. */
import { useState } from "preact/hooks";
import { html } from "../../html.js";
import { optionsOf } from "../core/game.js";
import { capital } from "../core/name.js";
import { isSlow, requireRoom } from "../core/store.js";
import { sendCommand } from "../net/commands.js";

/** @import { OptionSchema, OptionValue } from "../../messages.js" */
/** @import { InputEvent } from "../ui/number_field.js" */

/** The option schemas of the room's game, by name. */
export const optionSchemas = () => optionsOf(requireRoom().game)?.schemas ?? {};

/** The options that count with the others as they are, under their headings. */
export function optionGroups() {
  const { game, options } = requireRoom();
  const properties = optionSchemas();
  const groups = optionsOf(game)?.groups ?? [];
  const grouped = groups.flatMap(([, names]) => names);
  const others = Object.keys(properties).filter((name) => !grouped.includes(name));
  return [...groups, /** @type {[string, string[]]} */ (["Other rules", others])]
    .map(([title, names]) => ({
      title,
      names: names.filter((name) => name in properties && isRelevant(name, options, properties)),
    }))
    .filter(({ names }) => names.length);
}

export function OptionFields() {
  const { options } = requireRoom();
  const properties = optionSchemas();
  const [refusal, setRefusal] = useState(/** @type {{name: string, text: string} | null} */ (null));
  /** @type {(name: string, value: OptionValue) => Promise<void>} */
  const set = async (name, value) => {
    const refused = await sendCommand("set-options", { options: { [name]: value } });
    setRefusal(refused ? { name, text: refused.text } : null);
  };
  return optionGroups().map(
    ({ title, names }) => html`<section key=${title} class="option-group">
      <h3>${title}</h3>
      <div class="options-frame"><div class="options">
        ${names.map(
          (name) =>
            html`<${Field} key=${name} name=${name} says=${properties[name]} value=${options[name]}
              error=${refusal !== null && refusal.name === name ? refusal.text : null}
              set=${(/** @type {OptionValue} */ value) => set(name, value)} />`,
        )}
      </div></div>
    </section>`,
  );
}

/**
 * The title and value of an option, in words.
 * @param {string} name
 * @param {OptionValue} value
 */
export function optionInWords(name, value) {
  const says = optionSchemas()[name];
  return { title: says.title ?? name, value: label(says, value) };
}

/**
 * A schema may say "x-when": {other: [values]}; without it a field always counts.
 * @param {string} name
 * @param {Record<string, OptionValue>} values
 * @param {Record<string, OptionSchema>} properties
 */
function isRelevant(name, values, properties) {
  const when = properties[name]["x-when"] ?? {};
  return Object.entries(when).every(([other, wanted]) => wanted.includes(values[other]));
}

/**
 * The choices as [word, label], in the order of "x-labels" where the schema has them.
 * @param {OptionSchema} schema
 * @returns {[OptionValue, string][]}
 */
const choices = (schema) =>
  schema["x-labels"] ?? (schema.enum ?? []).map((word) => [word, capital(String(word))]);

/**
 * True for a value that no slow match has.
 * @param {OptionSchema} schema
 * @param {OptionValue} value
 */
const needsEverybody = (schema, value) => schema["x-together"]?.includes(value) ?? false;

/** True if the room's options need everybody at the table at once. */
export const playsTogether = () =>
  Object.entries(optionSchemas()).some(([name, schema]) =>
    needsEverybody(schema, requireRoom().options[name]),
  );

/**
 * @param {OptionSchema} says
 * @param {OptionValue} value
 */
const label = (says, value) =>
  says["x-labels"]?.find(([word]) => word === value)?.[1] ?? formatValue(value);

/** @param {OptionValue} value */
function formatValue(value) {
  if (value === true) return "on";
  if (value === false) return "off";
  if (Array.isArray(value)) return value.filter(Boolean).join(", ") || "–";
  return capital(String(value));
}

/**
 * @param {{name: string, says: OptionSchema, value: OptionValue, error: string | null,
 *   set: (value: OptionValue) => void}} props
 */
function Field({ name, says, value, error, set }) {
  const id = `option-${name}`;
  const help = says.description
    ? html`<p class="field-help" id=${`${id}-help`}>${says.description}</p>`
    : null;
  const wrong = error ? html`<p class="field-error" role="alert">${error}</p>` : null;
  const title = says.title ?? name;
  const offered = choices(says).filter(([word]) => !(isSlow.value && needsEverybody(says, word)));
  const texts = Array.isArray(value) ? value : [];
  const length = says.maxItems ?? 5;
  if (says.enum)
    return html`<fieldset class="field" aria-describedby=${help ? `${id}-help` : null}>
      <legend>${title}</legend>
      ${help}
      <div class="choice">
        ${offered.map(
          ([word, label]) =>
            html`<label key=${word}>
              <input type="radio" name=${id} value=${word} checked=${word === value}
                onChange=${() => set(word)} />
              ${label}
            </label>`,
        )}
      </div>
      ${wrong}
    </fieldset>`;
  switch (says.type) {
    case "boolean":
      return html`<label class="switch" for=${id}>
        <span class="label">${title}</span>
        <input type="checkbox" role="switch" id=${id} checked=${value}
          aria-describedby=${help ? `${id}-help` : null}
          onChange=${(/** @type {InputEvent} */ event) => set(event.currentTarget.checked)} />
        ${help}
        ${wrong}
      </label>`;
    case "integer":
      return html`<div class="field">
        <label for=${id}>${title}</label>
        <${DraftInput} class="input number" id=${id} type="number" inputmode="numeric"
          min=${says.minimum} max=${says.maximum} value=${value}
          aria-invalid=${error ? "true" : null} aria-describedby=${help ? `${id}-help` : null}
          said=${(/** @type {HTMLInputElement} */ input) => set(input.valueAsNumber)} />
        ${help}
        ${wrong}
      </div>`;
    case "array":
      return html`<fieldset class="field">
        <legend>${title}</legend>
        ${help}
        <div class="texts">
          ${Array.from(
            { length },
            (_, i) => html`<${DraftInput} key=${i} class="input" maxlength="40"
              aria-label=${`${title}, ${i + 1}`} value=${texts[i] ?? ""}
              said=${(/** @type {HTMLInputElement} */ input) =>
                set(replaceAt(texts, i, input.value, length))} />`,
          )}
        </div>
        ${wrong}
      </fieldset>`;
    default:
      return html`<div class="field">
        <label for=${id}>${title}</label>
        <${DraftInput} class="input" id=${id} maxlength="80" value=${value}
          said=${(/** @type {HTMLInputElement} */ input) => set(input.value)} />
        ${help}
        ${wrong}
      </div>`;
  }
}

/**
 * A text field whose draft outlives other changes in the room, until its own value changes.
 * @param {{value: OptionValue, said: (input: HTMLInputElement) => void} & Record<string, unknown>
 * } props
 */
function DraftInput({ value, said, ...rest }) {
  const [draft, write] = useState(/** @type {{of: OptionValue, text: string} | null} */ (null));
  return html`<input ...${rest} value=${draft !== null && draft.of === value ? draft.text : value}
    onInput=${(/** @type {InputEvent} */ { currentTarget }) =>
      write({ of: value, text: currentTarget.value })}
    onChange=${(/** @type {InputEvent} */ event) => said(event.currentTarget)} />`;
}

/**
 * @param {(string | null)[]} values
 * @param {number} at
 * @param {string} text
 * @param {number} length
 */
function replaceAt(values, at, text, length) {
  const next = Array.from({ length }, (_, i) => values[i] ?? "");
  next[at] = text;
  while (next.length && !next.at(-1)) next.pop();
  return next;
}
