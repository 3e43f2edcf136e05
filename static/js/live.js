/* The table follows the other phones. Only what carries `data-poll` asks: the board, which is then
   replaced as a whole, and, while a hand is entered, a line above it; never what is being typed.
   `jantaku:up` and `jantaku:down` on the document tell the other scripts of the network. */
"use strict";
self.live = (() => {
  const EVERY = 1200;
  const MOST = 15000;
  /* A page that was kept knows nothing of the network yet. */
  const state = { down: "kept" in document.documentElement.dataset, heard: 0, fresh: false };
  let timer = 0, wait = EVERY, asking = false, finger = 0;

  const tell = (what) => document.dispatchEvent(new CustomEvent(`jantaku:${what}`));
  const spot = () => document.querySelector("[data-poll]");

  const up = () => {
    wait = EVERY;
    Object.assign(state, { heard: Date.now(), fresh: true });
    const news = state.down;
    state.down = false;
    if (news) tell("up");
  };
  const down = () => {
    wait = Math.min(wait * 2, MOST);
    const news = !state.down;
    state.down = true;
    if (news) tell("down");
  };

  /* Not under a finger, nor over an answer that is under way: the next question brings it again. */
  const show = (at, asked, html, version) => {
    if (spot() !== at || at.dataset.poll !== asked) return;
    if (at.id === "meanwhile") {
      at.innerHTML = html;
      at.dataset.poll = asked.replace(/version=\d+/, `version=${version}`);
    } else if (finger || document.querySelector("#screen .htmx-request")) wait = 200;
    else {
      htmx.swap("#screen", html, { swapStyle: "outerHTML" });
      tell("board");
    }
  };

  const ask = async () => {
    clearTimeout(timer);
    const at = spot();
    if (!at || document.hidden || asking) return;
    asking = true;
    const asked = at.dataset.poll;
    try {
      const answer = await fetch(asked, {
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout(8000),
      });
      const version = answer.headers.get("Game-Version");
      if (version) {
        up();
        const clock = answer.headers.get("Clock");
        if (clock) document.dispatchEvent(new CustomEvent("jantaku:clock", { detail: clock }));
        if (answer.status === 200) show(at, asked, await answer.text(), version);
      } else if (answer.status === 403 || answer.status === 404) {
        at.removeAttribute("data-poll");
        if (at.id === "screen") location.reload();
      } else down();
    } catch {
      down();
    }
    asking = false;
    if (spot()) timer = setTimeout(ask, wait);
  };

  addEventListener("online", ask);
  addEventListener("offline", down);
  addEventListener("pageshow", ask);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:sendError", () => { down(); ask(); });
  document.addEventListener("htmx:timeout", () => { down(); ask(); });
  addEventListener("pointerdown", () => { finger += 1; }, { capture: true, passive: true });
  for (const over of ["pointerup", "pointercancel"]) {
    /* The click comes after it. */
    addEventListener(over, () => setTimeout(() => { finger = Math.max(0, finger - 1); }, 350),
      { capture: true, passive: true });
  }

  /* `act` as soon as no finger is on its way. */
  const still = (act) => {
    if (finger) setTimeout(still, 100, act);
    else act();
  };

  return Object.assign(state, { ask, still });
})();

/* The screen stays on while a game goes on; the phone gives it back whenever the page is hidden. */
(() => {
  let lock = null;
  const stay = async () => {
    if (!navigator.wakeLock || document.hidden || lock || !document.querySelector("[data-poll]")) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch {
      lock = null;
    }
  };
  stay();
  document.addEventListener("visibilitychange", stay);
  document.addEventListener("pointerup", stay, { passive: true });
})();

/* A recorded hand is felt, and, where this phone was asked to, heard. */
(() => {
  const kit = document.getElementById("kit");
  const hands = () => Number((document.getElementById("screen") || { dataset: {} }).dataset.hands);
  let known = hands();

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { elt } = detail.requestConfig;
    if (detail.successful && elt.id === "round" && navigator.vibrate) navigator.vibrate(40);
  });

  const speak = () => {
    const number = hands();
    const { call } = document.getElementById("screen").dataset;
    if (number > known && call && kit.dataset.voice && self.speechSynthesis) {
      const said = new SpeechSynthesisUtterance(call);
      said.lang = kit.dataset.voice;
      speechSynthesis.cancel();
      speechSynthesis.speak(said);
    }
    if (number >= 0) known = number;
  };
  document.addEventListener("jantaku:board", speak);
  document.addEventListener("htmx:afterSwap", speak);
})();
