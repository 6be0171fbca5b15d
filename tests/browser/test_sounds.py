"""Sounds: loud enough and never too loud; the audio device sleeps in between."""

from tests.browser.conftest import PageOpener, Reopen

RENDER = """async () => {
  const { PRESETS } = await import("/static/js/table/ui/sound_presets.js");
  const heard = {};
  for (const name of Object.keys(PRESETS)) {
    const context = new OfflineAudioContext(1, 2 * 44100, 44100);
    PRESETS[name](context, context.destination, 0);
    const samples = (await context.startRendering()).getChannelData(0).map(Math.abs);
    const peak = samples.reduce((most, one) => Math.max(most, one), 0);
    heard[name] = { peak, seconds: samples.findLastIndex((one) => one > peak / 100) / 44100 };
  }
  return heard;
}"""
LISTEN = """async () => {
  globalThis.AudioContext = class {
    state = "suspended";
    constructor() { globalThis.device = this; }
    async resume() { this.state = "running"; }
    async suspend() { this.state = "suspended"; }
  };
  (await import("/static/js/table/ui/sound.js")).unlockOnFirstTouch();
}"""
MADE, RUNS, RESTS = (
    f"() => globalThis.device{such}"
    for such in ("", "?.state === 'running'", "?.state === 'suspended'")
)


def test_every_sound_is_audible_and_none_is_louder_than_half(reopened: Reopen) -> None:
    for name, sound in reopened("/").evaluate(RENDER).items():
        assert 0.1 < sound["peak"] < 0.5, f"{name} peaks at {sound['peak']:.2f}"
        assert 0.03 < sound["seconds"] < 1.3, f"{name} lasts {sound['seconds']:.2f} s"


def test_the_device_sleeps_while_nothing_sounds_and_wakes_at_a_touch(visit: PageOpener) -> None:
    page = visit("/")
    page.clock.install()
    page.evaluate(LISTEN)
    assert not page.evaluate(MADE), "nothing runs before the first touch"
    for _ in range(2):
        page.mouse.click(5, 5)
        page.wait_for_function(RUNS)
        page.clock.fast_forward(60_000)
        page.wait_for_function(RESTS)


def test_with_sound_off_no_touch_wakes_the_device(reopened: Reopen) -> None:
    page = reopened("/")
    page.evaluate(
        "async () => (await import('/static/js/table/core/prefs.js')).setPref('sound', false)"
    )
    page.evaluate(LISTEN)
    page.mouse.click(5, 5)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert not page.evaluate(MADE)
