/* The result as a picture, drawn from the page's own table: sent on where the phone can, or kept. */
"use strict";
(() => {
  const WIDE = 1080, EDGE = 56, GAP = 36, INDENT = 76;
  const face = getComputedStyle(document.body).fontFamily;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const said = (spot) => (spot ? spot.innerText.trim().replace(/\s+/g, " ") : "");
  const all = (spot, what) => [...spot.querySelectorAll(what)];

  let pen;
  const letters = (text) =>
    Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
  const room = (text, font) => { pen.font = `${font} ${face}`; return pen.measureText(text).width; };
  const fold = (text, font, wide) => {
    if (room(text, font) <= wide) return text;
    const kept = letters(text);
    while (kept.length && room(`${kept.join("")}…`, font) > wide) kept.pop();
    return `${kept.join("")}…`;
  };
  const write = (text, x, y, font, ink = "ink", align = "left") => {
    pen.font = `${font} ${face}`;
    pen.fillStyle = colour(ink);
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  const rule = (y, ink, thick) => {
    pen.fillStyle = colour(ink);
    pen.fillRect(EDGE, y, WIDE - 2 * EDGE, thick);
  };

  /* What is drawn, from the top: how high each line is, and how it is drawn at its y. */
  const headLines = (lines) => {
    const head = document.querySelector(".printed");
    const [title, facts] = [head.querySelector("b"), head.lastChild].map((part) => part.textContent.trim());
    const wide = WIDE - 2 * EDGE;
    lines.push([60, (y) => write(fold(title, "600 48px", wide), EDGE, y + 46, "600 48px")]);
    lines.push([76, (y) => write(fold(facts, "400 28px", wide), EDGE, y + 38, "400 28px", "ink-2")]);
  };

  const FONTS = { THEAD: "400 26px", TBODY: "400 38px", TFOOT: "400 28px" };
  const font = (cell) => cell.matches(".total") ? "600 44px" : FONTS[cell.closest("thead,tbody,tfoot").tagName];
  const ink = (cell) =>
    cell.matches(".gain") ? "pine" : cell.matches(".loss") ? "verm" : cell.closest("tbody") ? "ink" : "ink-2";

  const tableLines = (lines) => {
    const rows = all(document.querySelector("table.sheet"), "tr").map((row) => {
      const figures = [...row.cells].slice(2).reverse();
      return { row, figures, rank: row.cells[0], who: row.querySelector(".who") };
    });
    /* The figures stand under each other from the right; the names have the rest. */
    const columns = [];
    for (const { figures } of rows) {
      figures.forEach((cell, at) => { columns[at] = Math.max(columns[at] || 0, room(said(cell), font(cell))); });
    }
    const right = columns.map((_wide, at) => WIDE - EDGE - columns.slice(0, at).reduce((a, b) => a + b + GAP, 0));
    const names = right.at(-1) - columns.at(-1) - GAP - EDGE - INDENT;
    for (const { row, figures, rank, who } of rows) {
      const part = row.parentNode.tagName, body = part === "TBODY", first = row === row.parentNode.rows[0];
      const note = said(who.querySelector("small"));
      const high = part === "THEAD" ? 46 : body ? 84 + (note ? 34 : 0) : 56;
      lines.push([high, (y) => {
        const base = y + (body ? 56 : part === "THEAD" ? 30 : 40);
        if (part !== "THEAD") rule(y, part === "TFOOT" && first ? "ink" : "rule", part === "TFOOT" && first ? 4 : 2);
        if (body) write(said(rank), EDGE, base, "600 44px");
        const style = body ? "600 38px" : FONTS[part];
        const wide = figures.length < columns.length ? WIDE / 2 : names;
        write(fold(said(who.querySelector(".fold") || who), style, wide), EDGE + INDENT, base, style, body ? "ink" : "ink-2");
        if (note) write(fold(note, "400 26px", names), EDGE + INDENT, base + 36, "400 26px", "ink-2");
        figures.forEach((cell, at) => write(said(cell), right[at], base, font(cell), ink(cell), "right"));
      }]);
    }
  };

  const payLines = (lines) => {
    const list = document.querySelector(".owe");
    if (!list) return;
    const head = list.previousElementSibling;
    const question = head.firstChild.textContent.trim();
    const stakes = all(head, ".soft").map(said).join(", ");
    lines.push([100, (y) => {
      write(question, EDGE, y + 72, "600 34px");
      const past = EDGE + room(question, "600 34px") + 20;
      write(fold(stakes, "400 28px", WIDE - EDGE - past), past, y + 72, "400 28px", "ink-2");
    }]);
    for (const item of all(list, "li")) {
      const [payer, payee] = all(item, ".one").map(said);
      lines.push([76, (y) => {
        rule(y, "rule", 2);
        write(fold(payer, "400 36px", 330), EDGE, y + 50, "400 36px");
        pen.fillStyle = colour("ink");
        pen.fillRect(410, y + 37, 62, 4);
        pen.beginPath();
        pen.moveTo(466, y + 27);
        pen.lineTo(488, y + 39);
        pen.lineTo(466, y + 51);
        pen.fill();
        write(fold(payee, "400 36px", 300), 520, y + 50, "400 36px");
        write(said(item.querySelector(".sum b")), WIDE - EDGE, y + 52, "600 42px", "ink", "right");
      }]);
    }
  };

  const draw = () => {
    const canvas = document.createElement("canvas");
    pen = canvas.getContext("2d");
    const lines = [];
    for (const part of [headLines, tableLines, payLines]) part(lines);
    lines.push([56, (y) => write("Jantaku", WIDE - EDGE, y + 46, "600 26px", "ink-2", "right")]);
    canvas.width = WIDE;
    canvas.height = lines.reduce((high, [line]) => high + line, 2 * EDGE);
    pen.fillStyle = colour("paper");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    let y = EDGE;
    for (const [high, at] of lines) { at(y); y += high; }
    return canvas;
  };

  const hand = async () => {
    const blob = await new Promise((done) => { draw().toBlob(done, "image/png"); });
    const title = document.querySelector(".printed b").textContent.replace(/[^\p{L}\p{N}]+/gu, "-");
    const file = new File([blob], `${title.replace(/^-|-$/g, "") || "Jantaku"}.png`, { type: "image/png" });
    if (navigator.canShare && navigator.canShare({ files: [file] })) {
      try {
        await navigator.share({ files: [file] });
        return;
      } catch (error) {
        if (error.name === "AbortError") return;
      }
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  const ready = () => {
    const key = document.querySelector("[data-image]");
    if (key) Object.assign(key, { hidden: false, onclick: hand });
  };
  ready();
  document.addEventListener("jantaku:page", ready);
})();
