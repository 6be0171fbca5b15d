// What every page does: the lamp, sheets to open, forms that lock until answered, moments in local time; and it notes what goes wrong.
import "./mishaps.js";
import { fitLamp } from "./lamp.js";
import { fitSheets } from "./sheets.js";
import { fitForms } from "./forms.js";
import { fitTimes } from "./times.js";

fitLamp(document.querySelector("[data-theme-lever]"));
fitSheets(document);
fitForms(document);
fitTimes(document);
