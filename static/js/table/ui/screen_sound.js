/**
 * The key "Sound on" of a screen: browsers play nothing before somebody has pressed something.
 *
 * | | sound may be played | the key is pressed | sound is off in this browser |
 * |---|---|---|---|
 * | at the start | there is no key | | the key is shown |
 * | the key is shown | | it goes, and sound is on | |
 */
import { prefs, setPref } from "../core/prefs.js";
import { mayPlay } from "./sound.js";

export async function offerSound() {
  if (prefs.value.sound && (await mayPlay())) return;
  const key = document.createElement("button");
  key.type = "button";
  key.className = "button big sound-key";
  key.textContent = "Sound on";
  key.addEventListener("click", () => {
    setPref("sound", true);
    mayPlay();
    key.remove();
  });
  (document.getElementById("main") ?? document.body).append(key);
  key.focus({ preventScroll: true }); // one press on a television's remote control
}
