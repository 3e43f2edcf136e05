/* Clocks count down. `data-clock` is the seconds the server says are left, `data-runs` whether it
   runs; this phone's own time only measures what has passed since. A page out of the cache is as old
   as `data-at` says, by the difference between the two times that was seen last. At the end the
   bell rings where this phone was asked to (`[data-bell]`), and `[data-time-up]` is shown. A page
   that does not follow the table (`data-asks`) asks first whether the time is really up. The form
   for the hand being played, where the rules want that noted (`[data-notes]`), notes it. */
"use strict";
self.clocks = (() => {
  const BELL = "bell", OFFSET = "clock-offset";
  const SLACK = 2;
  const ends = new WeakMap();
  let rung = null, sound = null, counting = false;

  /* A browser may keep nothing. */
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* then not */ } };
  const now = () => Date.now() / 1000;

  const end = (clock) => {
    if (!ends.has(clock)) {
      const at = Number(clock.dataset.at);
      const stale = "kept" in document.documentElement.dataset && kept(OFFSET) !== null;
      if (!stale) keep(OFFSET, now() - at);
      const age = stale ? now() - at - Number(kept(OFFSET)) : 0;
      ends.set(clock, now() + Number(clock.dataset.clock) - Math.max(0, age));
    }
    return ends.get(clock);
  };

  const two = (number) => String(number).padStart(2, "0");
  const show = (clock) => {
    const runs = "runs" in clock.dataset;
    const left = runs ? Math.max(0, Math.ceil(end(clock) - now())) : Number(clock.dataset.clock);
    const text = `${Math.floor(left / 60)}:${two(left % 60)}`;
    const place = clock.querySelector(".left");
    if (place.textContent !== text) place.textContent = text;
    const up = clock.classList.contains("up");
    if (!runs || (left && up)) return;
    if (left) counting = true;
    else if (up) drawnUp();
    else countedUp(clock);
  };

  /* A board that was drawn after the end came before this phone had counted down to it. */
  const drawnUp = () => {
    if (counting) over(now());
  };
  const countedUp = (clock) => {
    counting = false;
    clock.classList.add("up");
    sure(clock).then((yes) => { if (yes) over(end(clock)); });
  };

  /* More time may have been given, or the clock put away. Without an answer the own count holds. */
  const sure = async (clock) => {
    const asks = clock.closest("[data-asks]");
    if (!asks) return true;
    try {
      const answer = await fetch(asks.dataset.asks, { signal: AbortSignal.timeout(4000) });
      const left = answer.headers.get("Clock");
      if (!answer.ok || (left !== null && Number(left) <= SLACK)) return true;
      if (left === null) {
        asks.remove();
        return false;
      }
      ends.set(clock, now() + Number(left));
      clock.classList.remove("up");
      return false;
    } catch {
      return true;
    }
  };

  /* A key of the form, as if it had been tapped. */
  const note = () => {
    const key = document.querySelector("[data-notes] [name=time_up]");
    if (!key || key.checked) return;
    key.checked = true;
    key.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const over = (at) => {
    counting = false;
    for (const line of document.querySelectorAll("[data-time-up]")) line.hidden = false;
    const say = document.getElementById("say"), line = document.querySelector("[data-time-up]");
    if (say && line) say.textContent = line.textContent.trim();
    note();
    /* Once for each end, and not long after it: a board that is drawn anew has it again. */
    if ((rung !== null && Math.abs(rung - at) < 5) || now() - at > 60) return;
    rung = at;
    if (navigator.vibrate) navigator.vibrate([300, 200, 300, 200, 300]);
    if (kept(BELL) === "on") ring();
  };

  /* -- the bell: three strokes, each a few partials that die away -- */

  const PARTIALS = [[1, 1, 1.8], [2.01, 0.5, 1.1], [2.98, 0.25, 0.7], [4.2, 0.12, 0.4]];
  const stroke = (start) => {
    for (const [ratio, loud, lasts] of PARTIALS) {
      const tone = sound.createOscillator(), level = sound.createGain();
      tone.frequency.value = 660 * ratio;
      level.gain.setValueAtTime(0.35 * loud, start);
      level.gain.exponentialRampToValueAtTime(0.0005, start + lasts);
      tone.connect(level).connect(sound.destination);
      tone.start(start);
      tone.stop(start + lasts);
    }
  };
  const ready = () => {
    const Sound = self.AudioContext || self.webkitAudioContext;
    if (!Sound) return false;
    sound ||= new Sound();
    if (sound.state !== "running") sound.resume().catch(() => {});
    return true;
  };
  const ring = (strokes = 3) => {
    if (!ready()) return;
    for (let count = 0; count < strokes; count += 1) stroke(sound.currentTime + 0.05 + count * 0.9);
  };
  /* Only a finger may wake the sound. */
  addEventListener("pointerup", () => { if (kept(BELL) === "on") ready(); }, { passive: true });

  const keys = () => {
    for (const key of document.querySelectorAll("[data-bell]")) {
      key.hidden = !(self.AudioContext || self.webkitAudioContext);
      key.setAttribute("aria-pressed", kept(BELL) === "on");
    }
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-bell]")) return;
    const on = kept(BELL) !== "on";
    keep(BELL, on ? "on" : "off");
    keys();
    if (on) ring(1);
  });

  /* The server has spoken: its remainder holds. */
  document.addEventListener("jantaku:clock", ({ detail }) => {
    const clock = document.querySelector("#clock [data-runs]");
    if (!clock) return;
    const right = now() + Number(detail);
    if (Math.abs(right - end(clock)) > SLACK) ends.set(clock, right);
  });

  const tick = () => document.querySelectorAll("[data-clock]").forEach(show);
  keys();
  tick();
  setInterval(tick, 250);
  document.addEventListener("visibilitychange", tick);
  for (const what of ["jantaku:board", "htmx:afterSwap", "jantaku:page"]) {
    document.addEventListener(what, () => { keys(); tick(); });
  }
  return { ring };
})();
