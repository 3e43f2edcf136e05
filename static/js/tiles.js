/* The tile picker without waiting: a tap is written down at once and shown in the tray; the answer,
   when it comes, draws the tray anew. Taps travel as a list, so none is lost when an answer that is
   under way is called off by the next finger. */
(() => {
  const MELDS = ["chi", "pon", "kan", "ankan"];

  const show = (key) => {
    const tray = document.getElementById("in-hand");
    const face = key.querySelector(".tile");
    if (!tray || !face) return;
    tray.querySelector(".none")?.remove();
    tray.append(face.cloneNode(true));
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-tile],[data-tap]");
    const taps = document.getElementById("taps");
    const form = document.getElementById("typing");
    if (!key || !taps || !form || !window.htmx) return;
    event.preventDefault();
    event.stopPropagation();
    if (key.getAttribute("aria-disabled") === "true") return;
    const chosen = document.querySelector("[data-mode]:checked");
    const mode = chosen ? chosen.value : "hand";
    const { tap, tile } = key.dataset;
    taps.value += " " + (tap === "back" ? `back:${mode}` : tap || `${mode}:${tile}`);
    if (tile && mode === "hand") show(key);
    if (tile && MELDS.includes(mode)) {
      const hand = document.querySelector('[data-mode][value="hand"]');
      hand.checked = true;
    }
    htmx.trigger(form, "again");
  }, true);
})();
