/* What a page can do more with a script; without one it all works. */
"use strict";

const say = (element, text) => {
  const before = element.textContent;
  element.textContent = text;
  setTimeout(() => { element.textContent = before; }, 2000);
};

/* Copy a field's text. */
const copy = async (button) => {
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  say(button, button.dataset.done);
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy],[data-print],[data-share]");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else if (button.dataset.print !== undefined) window.print();
  else if (navigator.share) {
    event.preventDefault();
    navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => {});
  }
});

/* A form that has been sent is not sent again by a second tap. */
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
});

/* Say how far typed figures are from their sum. */
const figure = (text) => {
  const plain = text.trim().replace(/[−–▲]/g, "-").replace(/[,\s]/g, "");
  return plain === "" || isNaN(plain) ? null : Number(plain);
};
const add = (box) => {
  const figures = [...box.querySelectorAll("input")].map((input) => figure(input.value));
  const hint = box.querySelector("[data-says]");
  if (figures.some((value) => value === null)) return;
  const sticks = box.closest("form").querySelector("[name=start-sticks]");
  const laid = Number(box.dataset.stick || 0) * (sticks ? figure(sticks.value) || 0 : 0);
  const off = figures.reduce((sum, value) => sum + value, laid) - Number(box.dataset.sum);
  const [missing, more, right] = hint.dataset.says.split("|");
  const text = off === 0 ? right : off < 0 ? missing : more;
  hint.textContent = text.replace("{n}", Math.abs(off).toLocaleString("en"));
};
document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) form.querySelectorAll("[data-sum]").forEach(add);
});

const show = (root) => root.querySelectorAll("[data-copy],[data-print]").forEach((key) => { key.hidden = false; });
show(document);
/* A page that followed the table has new keys. */
document.addEventListener("jantaku:page", () => show(document));
