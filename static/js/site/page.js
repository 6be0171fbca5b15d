// What every page does: the lamp, forms that lock until answered, moments in local time; and it notes what goes wrong.
import "./error_log.js";
import { fitLamp } from "./theme.js";
import { fitForms } from "./forms.js";
import { fitTimes } from "./local_times.js";

fitLamp(document.querySelector("[data-theme-lever]"));
fitForms(document);
fitTimes(document);
