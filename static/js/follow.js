/* A page beside the table that follows it: it asks whether anything changed and, if so, fetches
   itself and puts the new content in place of the old. Not under a finger, not while something is
   typed or folded open, not out of sight. */
"use strict";
(() => {
  const EVERY = 1200, MOST = 15000;
  let wait = EVERY, asking = false, finger = 0, typed = false, timer = 0;

  const spot = () => document.querySelector("[data-follow]");
  const busy = () => {
    const at = document.activeElement;
    return finger > 0 || typed || (at && at.matches("input:not([type=hidden]),select,textarea"));
  };

  /* What was folded open stays open. */
  const opened = (root) => [...root.querySelectorAll("details")].map(({ open }) => open);
  const put = (page) => {
    const open = opened(document);
    for (const place of ["header.bar", "main", "footer.dock"]) {
      const old = document.querySelector(place), fresh = page.querySelector(place);
      if (old && fresh) old.replaceWith(fresh);
      else if (old) old.remove();
      else if (fresh) document.body.append(fresh);
    }
    document.querySelectorAll("details").forEach((one, at) => { if (open[at]) one.open = true; });
    document.title = page.title;
    document.dispatchEvent(new CustomEvent("jantaku:page"));
  };

  const scripts = (page) =>
    [...page.querySelectorAll("script[src]")].map((one) => one.getAttribute("src")).join();

  const fetchAnew = async () => {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(8000) });
    if (!answer.ok || answer.redirected) return location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (busy()) return undefined;
    if (scripts(page) !== scripts(document)) return location.reload();
    return put(page);
  };

  const ask = async () => {
    clearTimeout(timer);
    const at = spot();
    if (!at || document.hidden || asking) return;
    asking = true;
    try {
      const answer = await fetch(at.dataset.follow, { signal: AbortSignal.timeout(8000) });
      wait = answer.ok ? EVERY : Math.min(wait * 2, MOST);
      const clock = answer.headers.get("Clock");
      if (clock) document.dispatchEvent(new CustomEvent("jantaku:clock", { detail: clock }));
      if (answer.status === 403 || answer.status === 404) location.reload();
      else if (answer.status === 200 && !busy()) await fetchAnew();
    } catch {
      wait = Math.min(wait * 2, MOST);
    }
    asking = false;
    timer = setTimeout(ask, wait);
  };

  addEventListener("input", ({ target }) => { typed = Boolean(target.form); });
  addEventListener("pointerdown", () => { finger += 1; }, { capture: true, passive: true });
  for (const over of ["pointerup", "pointercancel"]) {
    addEventListener(over, () => setTimeout(() => { finger = Math.max(0, finger - 1); }, 350),
      { capture: true, passive: true });
  }
  addEventListener("online", ask);
  addEventListener("pageshow", ask);
  document.addEventListener("visibilitychange", ask);
})();
