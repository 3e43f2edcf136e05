/* The service worker: the table opens without network. It keeps the pages a table names, and every
   style, script and drawing they use. Pages come from the network first; one that was kept stands in
   where it does not answer, marked `data-kept`, with the newest board of the table put into it. */
"use strict";
const FILES = `jantaku-${KIT.version}`;
const PAGES = "jantaku-pages";
const PATIENCE = 4000;
const MOST_PAGES = 100;
const ANY = { ignoreVary: true };

const file = (path) => path.startsWith(KIT.static);
/* The table a page belongs to. */
const boardOf = (path) =>
  path.startsWith(KIT.tables) && `${KIT.tables}${path.slice(KIT.tables.length).split("/")[0]}/`;

/* What a page needs, of the newest version, unless it is here already. */
const fetchFiles = async (html) => {
  const files = await caches.open(FILES);
  const found = html.matchAll(/(?:href|src)="([^"#?]+)/g);
  const named = [...new Set([...found].map(([, path]) => path).filter(file))];
  await Promise.all(named.map(async (path) => {
    if (KIT.hashed && (await files.match(path, ANY))) return;
    const answer = await fetch(path);
    if (answer.ok) await files.put(path, answer);
  }));
};

const keep = async (address, answer) => {
  const { pathname } = new URL(address, location);
  const html = await answer.text();
  const headers = {};
  for (const name of ["Content-Type", "Content-Security-Policy"]) {
    headers[name] = answer.headers.get(name) || "";
  }
  const pages = await caches.open(PAGES);
  await pages.put(pathname, new Response(html, { headers }));
  await pages.delete(`${pathname}?part`);
  await fetchFiles(html);
};

const fetchPage = async (address) => {
  const answer = await fetch(address);
  if (answer.ok && !answer.redirected) await keep(address, answer);
};

const forgetOldest = async () => {
  const pages = await caches.open(PAGES);
  const all = await pages.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_PAGES)).map((page) => pages.delete(page)));
};

/* A link that opens nothing any more. */
const forgetTable = async (board) => {
  const pages = await caches.open(PAGES);
  const all = (await pages.keys()).filter(({ url }) => new URL(url).pathname.startsWith(board));
  await Promise.all(all.map((page) => pages.delete(page)));
};

/* The pages of a table, unless they are here as the stamp says. */
const keepTable = async ({ keep: addresses, stamp }) => {
  const pages = await caches.open(PAGES);
  const mark = `${addresses[0]}?stamp`;
  const name = `${stamp} ${addresses.length}`;
  const kept = await pages.match(mark, ANY);
  if (kept && (await kept.text()) === name && (await pages.match(addresses[0], ANY))) return;
  for (const address of [...addresses, KIT.pages[0]]) await fetchPage(address);
  await pages.put(mark, new Response(name));
  await forgetOldest();
};

/* A page as it was kept. Its board is the newest this phone has shown. */
const kept = async (address) => {
  const { pathname } = new URL(address);
  const pages = await caches.open(PAGES);
  const page = await pages.match(pathname, ANY);
  if (!page) return null;
  const part = await pages.match(`${pathname}?part`, ANY);
  let html = (await page.text()).replace("<html", "<html data-kept");
  if (part) {
    const board = await part.text();
    html = html.replace(/<div id="screen"[^]*(?=<\/body>)/, () => board);
  }
  return new Response(html, { headers: page.headers });
};

/* In place of a page that was not kept: what is missing, and the way back to the table. */
const instead = async (address) => {
  const { pathname } = new URL(address);
  const pages = await caches.open(PAGES);
  const page = await pages.match(KIT.pages[1], ANY);
  if (!page) return Response.error();
  const board = boardOf(pathname);
  const back = board && (await pages.match(board, ANY)) ? board : KIT.pages[0];
  const html = (await page.text()).replace(/href="[^"]*"(?= data-back)/, () => `href="${back}"`);
  return new Response(html, { headers: page.headers });
};

const late = () => new Promise((_, fail) => setTimeout(fail, PATIENCE));

const navigate = async (event) => {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  const asked = fetch(request);
  const stand = request.method === "GET" ? await kept(request.url) : null;
  try {
    const answer = await (stand ? Promise.race([asked, late()]) : asked);
    const whole = pathname === KIT.pages[0] || pathname === boardOf(pathname);
    if (answer.ok && whole && !search) event.waitUntil(keep(pathname, answer.clone()));
    if ([403, 404].includes(answer.status) && pathname === boardOf(pathname)) {
      event.waitUntil(forgetTable(pathname));
    }
    return answer;
  } catch {
    asked.catch(() => {});
    return stand || instead(request.url);
  }
};

const fromFiles = async (event) => {
  const found = await caches.match(event.request, ANY);
  if (found && KIT.hashed) return found;
  try {
    const answer = await fetch(event.request);
    if (answer.ok) {
      const copy = answer.clone();
      event.waitUntil(caches.open(FILES).then((files) => files.put(event.request, copy)));
    }
    return answer;
  } catch {
    return found || Response.error();
  }
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(Promise.allSettled(KIT.pages.map(fetchPage)));
});

/* A new version: the kept pages name the old files, so they are fetched anew before those go. */
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await clients.claim();
    const old = (await caches.keys()).filter((name) => name !== FILES && name !== PAGES);
    if (!old.length) return;
    const pages = await caches.open(PAGES);
    const addresses = (await pages.keys()).filter(({ url }) => !new URL(url).search);
    await Promise.all(addresses.map(({ url }) => fetchPage(url)));
    await Promise.all(old.map((name) => caches.delete(name)));
  })().catch(() => {}));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (request.method === "GET" && file(pathname)) event.respondWith(fromFiles(event));
});

addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keepTable(event.data).catch(() => {}));
});

/* The network is back while no page is open. */
addEventListener("sync", (event) => {
  event.waitUntil((async () => {
    const sent = await queue.flush();
    for (const page of await clients.matchAll()) page.postMessage("sent");
    if (!sent) throw new Error("not yet");
  })());
});
