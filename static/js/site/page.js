// What every page does: the lamp, forms that lock until answered, moments in local time; and it notes what goes wrong.
import "./error_log.js";
import { fitForms } from "./forms.js";
import { fitTimes } from "./local_times.js";
import { fitLamp } from "./theme.js";

fitLamp(document.querySelector("[data-theme-lever]"));
fitForms(document);
fitTimes(document);
