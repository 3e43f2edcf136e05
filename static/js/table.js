/* Taps that come faster than the network. An answer that arrives while a finger is on a key would
   put another key under it and swallow the tap, so touching the form calls off the answer that is
   under way; if the touch changes nothing, the form asks again. */
(() => {
  const typing = () => document.getElementById("typing");
  let calledOff = false;

  addEventListener("pointerdown", (event) => {
    const form = typing();
    if (!form || !form.contains(event.target) || !form.classList.contains("htmx-request")) return;
    calledOff = true;
    htmx.trigger(form, "htmx:abort");
  }, { capture: true, passive: true });

  const askAgain = () => {
    if (!calledOff) return;
    setTimeout(() => {
      const form = typing();
      const asks = form && (form.matches(".htmx-request") || form.querySelector(".htmx-request"));
      if (calledOff && form && !asks) htmx.trigger(form, "again");
      calledOff = false;
    }, 60);
  };
  /* What was tapped before the scripts were there, or was put back by the browser, asks too. */
  addEventListener("load", () => {
    const form = typing();
    const keys = form ? [...form.querySelectorAll("[type=radio],[type=checkbox]")] : [];
    if (keys.some((key) => key.checked !== key.defaultChecked)) htmx.trigger(form, "again");
  });
  /* Nor does an answer come to a form that has just been replaced: it belongs to nothing any more. */
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id === "screen" && typing()) htmx.trigger(typing(), "htmx:abort");
  });
  addEventListener("pointerup", askAgain, { passive: true });
  addEventListener("pointercancel", askAgain, { passive: true });
})();
