/* Fingers that tap twice, and words that are typed while an answer is under way. */
"use strict";

/* A finger that taps once more at the same place, out of habit or because the network was slow, may
   hit a key that has only just appeared there: Draw where Record was, and then Record again. Such a
   key does not listen until it has been there, and the finger at rest, for a moment. */
(() => {
  const FRESH = 450;
  const NEAR = 24;
  const LONG_AGO = 5000;
  const name = (spot) => {
    const key = spot.closest("a, button");
    return key ? key.id || key.getAttribute("href") || key.textContent : "";
  };
  /* Of the page before this one, too; some browsers keep nothing for some pages. */
  const kept = () => {
    try { return JSON.parse(sessionStorage.getItem("tap")); } catch { return null; }
  };
  const keep = (tap) => {
    try { sessionStorage.setItem("tap", JSON.stringify(tap)); } catch { /* then not */ }
  };
  let last = kept(), appeared = Date.now(), stray = false;

  addEventListener("pointerdown", (event) => {
    const now = Date.now();
    const tap = { x: event.clientX, y: event.clientY, on: name(event.target), at: now };
    stray = Boolean(last) && last.at < appeared && now - appeared < FRESH
      && now - last.at < LONG_AGO && last.on !== tap.on
      && Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR;
    if (stray) appeared = now;
    else last = tap;
    keep(last);
  }, { capture: true, passive: true });

  addEventListener("click", (event) => {
    if (!stray || !event.detail || !event.target.closest("a, button")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if ((detail.target || detail.elt).id === "screen") appeared = Date.now();
  });
  addEventListener("pageshow", () => { appeared = Date.now(); });
})();

/* What is typed is previewed as it is typed, not when the field is left: that may be by a tap on
   Record, and the preview would come back between that finger's down and up. */
(() => {
  const REST = 350;
  const typed = (event) => event.target.closest("#typing") && event.target.matches("input:not([type])");
  let timer = 0;

  document.addEventListener("input", (event) => {
    if (!typed(event)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (event.target.isConnected) htmx.trigger("#typing", "again");
    }, REST);
  });
  document.addEventListener("change", (event) => {
    if (typed(event)) event.stopPropagation();
  }, true);
  document.addEventListener("submit", () => clearTimeout(timer), true);
})();
