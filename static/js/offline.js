/* Without network: hands wait on the phone, a line says so, and what can go on goes on. */
"use strict";
(() => {
  const kit = document.getElementById("kit");
  if (!kit) return;
  const { game, board, record, keep, stamp, worker, stale } = kit.dataset;
  const FIRST = 2000, LONGEST = 60000;
  const OWN = ["csrfmiddlewaretoken", "position", "token", "version"];
  const standsIn = "kept" in document.documentElement.dataset;
  const changes = Number((location.hash.match(/^#hand-(\d+)$/) || [])[1]) || 0;
  const live = self.live || { down: false, ask() {}, still() {} };
  const alone = self.alone || { start() {}, stop() {}, active: false };
  const screen = () => document.getElementById("screen");
  const round = () => {
    const form = document.getElementById("round");
    return form && record && form.getAttribute("action") === record ? form : null;
  };
  let waiting = [], known = { version: 0, declared: [], laid: {}, over: false };
  let open = false, sending = false, keeping = false, laying = false, mine = "";
  let retry = 0, patience = FIRST;

  const csrf = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}")["X-CSRFToken"];
  const controlled = () => Boolean(navigator.serviceWorker && navigator.serviceWorker.controller);

  /* A browser may keep nothing for us (a private window, a full phone): then this page still works. */
  const quietly = (act) => async (...given) => {
    try {
      return await act(...given);
    } catch {
      return null;
    }
  };

  /* -- the line in the place of the last hand -- */

  const REASONS = ["#refusal", ".notice span", "[role=alert] h2", "h1"];
  const reason = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const said = REASONS.map((place) => page.querySelector(place)).find(Boolean);
    return said ? said.textContent.trim().replace(/\s+/g, " ") : "";
  };

  const clone = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

  const item = (hand) => {
    const line = clone("kept-hand");
    const part = (name) => line.querySelector(`.${name}`);
    part("what").textContent = hand.text;
    const fields = hand.fields.filter(([name]) => name !== "kind");
    part("change").hidden = !record;
    part("change").href = `${board}${hand.page}?${new URLSearchParams(fields)}#hand-${hand.id}`;
    part("again").hidden = !hand.trouble;
    if (hand.trouble) part("why").textContent = reason(hand.trouble.text) || hand.trouble.status;
    part("again").onclick = async () => { await queue.again(hand); await refresh(); send(); };
    part("remove").onclick = async () => { await queue.remove(hand); await refresh(); send(); };
    return line;
  };

  const list = () => {
    const words = document.getElementById("kept").dataset;
    const box = clone("kept");
    const refused = waiting.some((hand) => hand.trouble);
    const count = (waiting.length === 1 ? words.one : words.many).replace("{n}", waiting.length);
    box.querySelector(".line").textContent = refused ? words.refused : count;
    box.querySelector("ol").append(...waiting.map(item));
    box.open = open || refused;
    box.addEventListener("toggle", () => { open = box.open; });
    return box;
  };

  const without = () => {
    const line = document.createElement("p");
    line.className = "notice stale";
    const time = new Date(live.heard || known.heard).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    line.textContent = stale.replace("{time}", time);
    return line;
  };

  const draw = () => {
    const place = document.getElementById("last") || document.getElementById("kept-here");
    if (!place) return;
    place.querySelectorAll(".waiting,.stale").forEach((line) => line.remove());
    let line = null;
    if (waiting.length) line = list();
    else if (live.down && screen() && screen().dataset.poll) line = without();
    for (const other of place.children) other.hidden = Boolean(line);
    if (line) place.prepend(line);
    sticks();
  };

  /* -- riichi sticks laid while nobody else can be told -- */

  const lies = (seat) => known.laid[seat] ?? (!known.over && known.declared.includes(seat));
  const grooves = () => [...document.querySelectorAll("button.groove")];
  const seatOf = (groove) => groove.id.replace("riichi-", "");

  const sticks = () => {
    for (const groove of grooves()) {
      const seat = seatOf(groove), down = lies(seat);
      if (down === (groove.getAttribute("aria-pressed") === "true")) continue;
      groove.setAttribute("aria-pressed", down);
      groove.classList.toggle("down", down);
      if (down) {
        groove.dataset.word = groove.textContent;
        groove.replaceChildren(clone("stick"));
      } else groove.textContent = groove.dataset.word || kit.dataset.riichi;
    }
  };

  const lay = async (form, down) => {
    known.laid[seatOf(form.querySelector(".groove"))] = down;
    draw();
    await quietly(queue.know)(game, { laid: known.laid });
  };

  /* The network is back: the others are shown them, one after the other. */
  const layOpen = async () => {
    if (laying) return;
    laying = true;
    const told = (form) =>
      htmx.ajax("POST", form.action, { source: form, target: "#screen", swap: "outerHTML" })
        .catch(() => {});
    for (const seat of grooves().length ? Object.keys(known.laid) : []) {
      if (live.down || waiting.length) break;
      const groove = document.getElementById(`riichi-${seat}`);
      if (groove && known.laid[seat] === Boolean(groove.form.elements.declared)) await told(groove.form);
      if (live.down) break;
      delete known.laid[seat];
      await quietly(queue.know)(game, { laid: known.laid });
    }
    laying = false;
    draw();
  };

  /* -- what is known of the table -- */

  const refresh = quietly(async () => {
    waiting = (await queue.list()).filter((hand) => hand.game === game);
    known = { ...known, ...(await queue.table(game)) };
    draw();
  });

  /* A board or a form from the server: what it says of the table is kept. */
  const learn = quietly(async () => {
    const shown = screen() && screen().dataset.version;
    if (!shown || (standsIn && !live.fresh)) return;
    const news = { version: Number(shown), heard: Date.now() };
    if (screen().dataset.poll) {
      news.declared = grooves().filter((one) => one.getAttribute("aria-pressed") === "true").map(seatOf);
      if (!waiting.length) news.over = false;
    }
    const { pulse, poll = "" } = screen().dataset;
    const copy = self.caches && pulse && !poll.includes("compare") ? screen().outerHTML : "";
    await queue.know(game, news);
    if (copy) await (await caches.open("jantaku-pages")).put(`${board}?part`, new Response(copy));
  });

  const changed = async () => {
    await learn();
    await refresh();
    layOpen();
  };

  /* -- sending -- */

  /* Not while one of them is being changed here. A server that answers nothing of use is asked again,
     less and less often. */
  const send = async () => {
    if (sending || live.down || changes) return;
    sending = true;
    clearTimeout(retry);
    await sendAll();
    sending = false;
  };
  const sendAll = quietly(async () => {
    const before = (await queue.list()).length;
    const done = !before || (await queue.flush(csrf(), refresh));
    await refresh();
    patience = done ? FIRST : Math.min(patience * 2, LONGEST);
    if (!done) retry = setTimeout(send, patience);
    if (!before) layOpen();
    else live.ask();
    if (mine && !waiting.some((hand) => hand.token === mine)) location.replace(board);
  });

  /* -- keeping a hand -- */

  const keepHand = async (fields, trouble = null) => {
    if (keeping) return;
    keeping = true;
    try {
      await store(fields, trouble);
    } catch {
      /* This phone keeps nothing, or no more: what was typed stays where it is. */
      keeping = false;
      document.getElementById("meanwhile").replaceChildren(without());
      return;
    }
    if (navigator.vibrate) navigator.vibrate([20, 60, 20]);
    if (controlled() || !live.down) location.replace(board);
    else {
      await refresh();
      document.getElementById("record").disabled = true;
      document.getElementById("meanwhile").replaceChildren(list());
      round().inert = true;
    }
  };

  const store = async (fields, trouble) => {
    const given = new Map(fields);
    const hand = {
      game,
      url: record,
      page: location.pathname.slice(board.length),
      kind: given.get("kind"),
      fields: fields.filter(([name]) => !OWN.includes(name)),
      token: given.get("token"),
      version: Number(given.get("version")),
      csrf: csrf(),
      text: alone.sentence(),
      trouble,
    };
    const old = (await queue.list()).find(({ id }) => id === changes);
    if (old) {
      hand.id = old.id;
      const since = standsIn ? old.version : hand.version;
      hand.version = Math.max(since, old.trouble ? old.trouble.version : 0);
    }
    await queue.put(hand);
    await queue.know(game, { laid: {}, over: true });
    mine = hand.token;
    if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
    if (navigator.serviceWorker) {
      const at = await navigator.serviceWorker.getRegistration();
      if (at && at.sync) at.sync.register("hands").catch(() => {});
    }
  };

  /* Every request is asked about first. */
  document.addEventListener("htmx:confirm", (event) => {
    const { elt } = event.detail;
    const form = round();
    if (form && elt === form) {
      if (alone.active && document.getElementById("record").hasAttribute("aria-disabled")) event.preventDefault();
      else if (live.down || standsIn || waiting.length || changes) {
        event.preventDefault();
        keepHand([...new FormData(form)]);
      }
    } else if (elt.closest("#typing") && alone.active) {
      event.preventDefault();
      if (elt.id === "pick") alone.another();
    } else if (elt.querySelector(".groove") && (live.down || waiting.length)) {
      event.preventDefault();
      lay(elt, !lies(seatOf(elt.querySelector(".groove"))));
    } else if (elt.closest("#screen") && live.down) event.preventDefault();
  });

  /* A request that got no answer: perhaps it arrived, so the hand keeps its token. */
  const lost = ({ detail }) => {
    const { elt, requestConfig, xhr } = detail;
    if (xhr && xhr.status && xhr.status < 500) return;
    if (elt === round()) keepHand([...requestConfig.formData]);
    else if (elt.closest("#typing") && round()) alone.start({ dealer: alone.dealer });
    else if (elt.querySelector(".groove")) lay(elt, requestConfig.formData.has("declared"));
  };
  for (const what of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(what, lost);
  }

  /* A link that opens nothing any more: the hand is kept with that answer, before the page goes. */
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (elt !== round() || ![403, 404].includes(xhr.status)) return;
    event.preventDefault();
    keepHand([...requestConfig.formData], { status: xhr.status, version: 0, text: xhr.responseText });
  });

  /* Where no worker keeps the pages, leaving this one would leave nothing. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (link && live.down && record && !controlled()) event.preventDefault();
  });

  /* -- the entry page -- */

  const prepare = () => {
    const form = round();
    if (!form || !standsIn) return;
    const sure = !waiting.length && form.elements.version.value === String(known.version);
    form.elements.version.value = Math.max(known.version, Number(form.elements.version.value));
    form.elements.token.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
    alone.start({ dealer: sure ? alone.dealer : null });
    for (const input of form.querySelectorAll("[name=riichi],[name=tenpai]")) {
      if (input.name === "riichi" || lies(input.value)) input.checked = lies(input.value);
    }
    alone.fill(new URLSearchParams(location.search));
  };

  /* -- the network comes and goes -- */

  /* A correction of an earlier hand needs the server: what would change must be seen first. */
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !live.down || !document.getElementById("meanwhile")) return;
    event.preventDefault();
    document.getElementById("meanwhile").replaceChildren(without());
  });

  document.addEventListener("jantaku:down", () => {
    draw();
    live.still(() => { if (live.down && round()) alone.start({ dealer: alone.dealer }); });
  });
  document.addEventListener("jantaku:up", () => {
    live.still(() => { if (!live.down && !standsIn) alone.stop(); });
    draw();
    send();
  });
  document.addEventListener("jantaku:board", changed);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target && detail.target.id === "screen") changed();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });

  if (navigator.serviceWorker && worker) {
    navigator.serviceWorker.register(worker).catch(() => {});
    navigator.serviceWorker.addEventListener("message", () => { refresh(); live.ask(); });
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: keep.split(" "), stamp }));
  }

  (async () => {
    await learn();
    if (record) await quietly(queue.adopt)(game, record);
    await refresh();
    prepare();
    send();
  })();
})();
