// What every page does: the lamp, forms that lock until answered, moments in local time; and it notes what goes wrong.
import "./mishaps.js";
import { fitLamp } from "./lamp.js";
import { fitForms } from "./forms.js";
import { fitTimes } from "./times.js";

fitLamp(document.querySelector("[data-theme-lever]"));
fitForms(document);
fitTimes(document);
