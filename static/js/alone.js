/* Entering a hand while the server does not answer. The screen stays the one it is: seats are tapped
   and keys pressed as before, what cannot be is kept out by the table of payments that came with the
   page (no rule is written here), and instead of the preview there is what the value costs. */
"use strict";
self.alone = (() => {
  const words = (document.getElementById("words") || { dataset: {} }).dataset;
  const charges = JSON.parse((document.getElementById("charges") || {}).textContent || "{}");
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const state = { active: false };
  let winner = null, source = null, dealer = null, way = null, line = null;
  /* Winners off the same discard whose value is given: { seat, fields, text }. */
  let away = [];

  const typing = () => document.getElementById("typing");
  const entry = () => document.getElementById("entry");
  const record = () => document.getElementById("record");
  const kind = () => document.querySelector("#round [name=kind]").value;
  const named = (name) => all(`#round [name="${name}"]`);
  const nameOf = (seat) => {
    const cell = entry().querySelector(`[data-seat="${seat}"] .name`);
    return cell ? cell.textContent.trim() : "";
  };

  /* -- seats -- */

  const word = (cell, text, kind) => {
    const hit = cell.querySelector(".hit");
    const tag = hit.querySelector(".tag") || document.createElement("span");
    tag.className = `tag ${kind}`;
    tag.textContent = text;
    if (text) hit.append(tag);
    else tag.remove();
  };

  const target = (cell) => {
    const hit = cell.querySelector(".hit");
    if (hit.matches("label")) return hit.querySelector("input");
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "hit";
    input.className = "vh";
    label.append(input, ...hit.childNodes);
    hit.replaceWith(label);
    return input;
  };

  const hidden = (name, value, first) => {
    const kept = document.createElement("input");
    Object.assign(kept, { type: "hidden", name, value });
    if (first) entry().prepend(kept);
    else entry().append(kept);
  };
  const won = (seat) => seat === winner || away.some((one) => one.seat === seat);

  /* First who won, then off whom: the same seats mean one after the other. A value belongs to the
     first winner of the form; those whose value is given follow with their own fields. */
  const seats = () => {
    if (winner === false) return;
    all("input[type=hidden][name=winner],input[type=hidden][name=source],[data-away]", entry()).forEach((one) => one.remove());
    const picking = winner === null;
    for (const cell of all("[data-seat]", entry())) {
      const { seat } = cell.dataset, own = seat === winner;
      const input = target(cell);
      input.type = "radio";
      input.name = picking ? "winner" : "source";
      input.value = own ? "self" : seat;
      input.checked = !picking && source === input.value;
      input.disabled = picking ? won(seat) || seat === source : away.length > 0 && won(seat);
      const does = picking ? words.wins : own ? words.drew : words.discards;
      input.setAttribute("aria-label", `${nameOf(seat)} ${does}`);
      if (won(seat)) word(cell, own && source === "self" ? words.drew : words.wins, "won");
      else if (seat === source) word(cell, words.discards, "paid");
      else word(cell, picking || source === null ? does : "", "lay");
    }
    if (!picking) hidden("winner", winner, true);
    else if (source !== null) hidden("source", source);
    for (const one of away) {
      for (const [name, value] of [["winner", one.seat], ...one.fields]) hidden(name, value);
    }
  };

  const ticks = () => {
    for (const cell of all("[data-seat]", entry())) {
      const input = cell.querySelector("input:not([type=hidden])");
      if (input) word(cell, input.checked ? input.dataset.word : "", "won");
    }
  };

  /* -- the value -- */

  const revive = (key) => {
    const [name, value] = key.value.split("=");
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.className = "key";
    Object.assign(input, { type: "radio", className: "vh", id: key.id, name, value });
    label.append(input, ...key.childNodes);
    key.replaceWith(label);
  };

  const pads = () => {
    const chosen = all('[name$="-way"]', entry())[0];
    way = (chosen && charges.ways && charges.ways[chosen.value]) || null;
    if (!way) return;
    const field = (name) => way.fields.includes(name.replace(/^.*?-/, ""));
    all("button.key[name=why]", entry()).filter((key) => field(key.value.split("=")[0])).forEach(revive);
    for (const input of all("input[name]", entry())) {
      input.name = input.name.replace(/^seat\d-/, "any-");
      if (input.type !== "hidden" || !field(input.name)) continue;
      named(input.name).forEach((key) => { key.checked ||= key.value === input.value; });
      input.remove();
    }
  };

  const join = (values) =>
    way.join === "+"
      ? String(values.reduce((sum, value) => sum + Number(value), 0))
      : values.filter(Boolean).join(way.join);

  /* What can be chosen now; whatever no longer can gives way to the usual. The row of the value. */
  const judge = () => {
    const columns = source === null ? [0, 1, 2, 3] : source === "self" ? [2, 3] : [0, 1];
    const legal = (row) => !row || columns.some((at) => row[at] !== null);
    const values = [];
    let whole = null;
    for (const name of way.fields) {
      const inputs = named(`any-${name}`).filter(({ type }) => type !== "hidden");
      for (const input of inputs) {
        input.disabled = Boolean(whole) || !legal(way.rows[join([...values, input.value])]);
      }
      if (whole) continue;
      const wrong = inputs.find((input) => input.checked && input.disabled);
      if (wrong) {
        wrong.checked = false;
        const free = inputs.filter((input) => !input.disabled);
        const other = free.find(({ value }) => value === way.usual[name]) || (way.usual[name] && free[0]);
        if (other) other.checked = true;
      }
      values.push(inputs.filter((input) => input.checked).map(({ value }) => value).join(" "));
      if (way.join !== "+" && values.length === 1) whole = way.rows[values[0]];
    }
    const given = way.join === "+" ? join(values) !== "0" : values[0];
    return { given, row: whole || way.rows[join(values)] };
  };

  const cost = (row) => {
    const at = source === "self" ? 2 : 0;
    const [plain, dear] = row.slice(at, at + 2).map((said) => said || "");
    if (dealer !== null || plain === dear) return winner === dealer ? dear : plain;
    return words.either.replace("{sum}", plain).replace("{dealer}", dear);
  };

  /* -- what is said, and whether it can be recorded -- */

  const told = () => {
    if (kind() !== "win") {
      ticks();
      const any = entry().querySelector(":checked") || all("input[type=text],input:not([type])", entry()).some(({ value }) => value);
      return { text: "", complete: kind() === "draw" || Boolean(any) };
    }
    if (winner === false) return { text: "", complete: true };
    const value = way ? judge() : { given: true, row: null };
    if (winner === null) return { text: words.who };
    if (source === null) return { text: words.off.replace("{name}", nameOf(winner)) };
    if (!value.given) return { text: words.value };
    return { text: value.row ? cost(value.row) : "", complete: true };
  };

  const update = () => {
    if (!state.active) return;
    const { text, complete } = told();
    line.textContent = text;
    line.classList.toggle("cost", Boolean(complete && text));
    document.getElementById("say").textContent = text || words.alone;
    record().toggleAttribute("aria-disabled", !complete);
    if (!complete) record().setAttribute("aria-disabled", "true");
  };

  const clear = () => {
    all(".arrows *,.pay,.call,.callnote,.question,.refusal,.tag", entry()).forEach((one) => one.remove());
    line = document.createElement("p");
    line.className = "question";
    const note = document.createElement("p");
    note.className = "callnote";
    note.textContent = words.alone;
    const felt = entry().querySelector(".felt");
    if (felt) felt.after(line, note);
    else entry().prepend(note);
    record().textContent = words.record;
  };

  /* `known.dealer`: who deals, where that is certain. */
  const start = (known = {}) => {
    if (state.active || !entry()) return;
    state.active = true;
    typing().classList.add("alone");
    typing().classList.toggle("unsure", known.dealer == null);
    const won = new Set(named("winner").filter((one) => one.type === "hidden" || one.checked).map(({ value }) => value));
    const off = named("source").find((one) => one.type === "hidden" || one.checked);
    winner = won.size > 1 ? false : [...won][0] ?? null;
    source = off ? off.value : null;
    dealer = known.dealer ?? null;
    clear();
    if (winner !== false) pads();
    if (kind() === "win") seats();
    update();
  };

  const stop = () => {
    if (!state.active) return;
    state.active = false;
    typing().classList.remove("alone");
    htmx.trigger(typing(), "again");
  };

  /* What the address asks for: the link that was tapped, or an entry that is changed. */
  const fill = (query) => {
    if (query.has("typed")) all("#typing input[type=checkbox]").forEach((one) => { one.checked = false; });
    const [first, ...others] = kind() === "win" ? query.getAll("winner") : [];
    if (first) winner = first;
    if (kind() === "win" && query.has("source")) source = query.get("source");
    away = others.map((seat) => {
      const fields = [...query].filter(([name]) => name.startsWith(`seat${seat}-`));
      return { seat, fields, text: fields.map(([, value]) => value).join(" ") };
    });
    const theirs = new Set(away.flatMap(({ fields }) => fields.map(([name]) => name)));
    if (kind() === "win") seats();
    for (const [name, value] of query) {
      if (theirs.has(name)) continue;
      const inputs = [...named(name), ...named(name.replace(/^seat\d-/, "any-"))];
      for (const one of inputs) {
        if (["radio", "checkbox"].includes(one.type)) one.checked ||= one.value === value;
        else if (one.type !== "hidden") one.value = value;
      }
    }
    update();
  };

  /* One more winner off the same discard, where the table pays several: the value that is given is
     put away. Else somebody else has won. */
  const another = () => {
    if (charges.several && winner && source !== null && source !== "self") putAway();
    else [winner, source, away] = [null, null, []];
    seats();
    update();
  };

  const putAway = () => {
    const keys = way ? way.fields.flatMap((name) => named(`any-${name}`)) : [];
    const given = [...keys, ...named("any-way")].filter((one) => one.type === "hidden" || (one.checked && !one.disabled));
    away.push({
      seat: winner,
      fields: given.map(({ name, value }) => [name.replace("any-", `seat${winner}-`), value]),
      text: keys.filter((one) => given.includes(one)).map(said).join(words.comma),
    });
    keys.forEach((one) => { one.checked = one.defaultChecked; });
    winner = null;
  };

  document.addEventListener("change", ({ target }) => {
    if (!state.active || !typing().contains(target)) return;
    if (target.name === "winner" && kind() === "win") {
      winner = target.value;
      seats();
    } else if (target.name === "source" && kind() === "win") {
      source = target.value;
      seats();
    } else if (target.name === "riichi" && target.checked) {
      named("tenpai").filter(({ value }) => value === target.value).forEach((one) => { one.checked = true; });
    }
    update();
  });
  document.addEventListener("input", update);

  /* A key in words: "3 han". */
  const said = (input) => {
    const legend = input.closest("fieldset").querySelector("legend");
    const text = input.closest("label").textContent.replace(/\u00ad/g, "").trim();
    return `${text} ${legend.textContent.trim()}`;
  };

  /* The hand in a few words, for the list of what waits: what is checked on the page. */
  const sentence = () => {
    const title = document.getElementById("title").firstChild.textContent.trim();
    const parts = all("[data-seat]").flatMap((cell) => {
      const { seat } = cell.dataset;
      const won = named("winner").some((one) => one.type === "hidden" && one.value === seat);
      const own = cell.querySelector("input:checked:not(:disabled)");
      return [
        ...(won ? [`${nameOf(seat)} ${words.wins}`] : []),
        ...(own ? [own.getAttribute("aria-label")] : []),
      ];
    });
    parts.push(...away.map(({ text }) => text));
    parts.push(...all("#round fieldset input:checked:not(:disabled)").map(said));
    for (const input of all("#entry input[type=text],#entry input:not([type])")) {
      if (input.value) parts.push(input.value);
    }
    return parts.length ? title + words.colon + parts.join(words.comma) : title;
  };

  return Object.assign(state, { start, stop, fill, another, sentence, dealer: charges.dealer });
})();
