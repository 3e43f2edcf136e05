/* Hands that wait for the network, in this phone's own database: sent in order, each once. The page
   and the worker both use it; whoever is first sends, and a hand sent twice is recognised by its
   token and stored once.

   A hand: { id, game, url, kind, fields, token, version, text, trouble }. It was entered on
   `version` of the game. What is sent before it moves the game on, so each answer's version becomes
   that of the hands behind it. `trouble` is an answer that refused it: it stays, and nothing behind
   it is sent until somebody has decided. */
"use strict";
self.queue = (() => {
  let database;
  const open = () => {
    database ||= new Promise((done, fail) => {
      const opening = indexedDB.open("jantaku", 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
        opening.result.createObjectStore("tables", { keyPath: "game" });
      };
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    return database;
  };

  /* One transaction: `act` gets the stores and may return the request whose result is wanted. */
  const work = async (mode, act) => {
    const db = await open();
    return new Promise((done, fail) => {
      const work = db.transaction(["hands", "tables"], mode, { durability: "strict" });
      const wanted = act(work.objectStore("hands"), work.objectStore("tables"));
      work.oncomplete = () => done(wanted && wanted.result);
      work.onabort = () => fail(work.error);
    });
  };
  const each = (hands, game, act) => {
    hands.openCursor().onsuccess = ({ target: { result: at } }) => {
      if (!at) return;
      if (at.value.game === game && act(at.value, at) !== false) at.update(at.value);
      at.continue();
    };
  };

  const list = () => work("readonly", (hands) => hands.getAll());
  const put = (hand) => work("readwrite", (hands) => hands.put(hand));

  /* What this phone knows of a table: the newest version and the riichi sticks (`declared`) it has
     seen, those `laid` or taken back while nobody could be told, and whether that hand is `over`. */
  const table = async (game) => (await work("readonly", (_, tables) => tables.get(game))) || {};
  const learn = (tables, game, news) => {
    tables.get(game).onsuccess = ({ target: { result: known } }) => {
      const version = Math.max((known && known.version) || 0, news.version || 0);
      tables.put({ ...known, ...news, game, version });
    };
  };
  const know = (game, news) => work("readwrite", (_, tables) => learn(tables, game, news));

  /* The hand is out of the queue, and the game at `version` for those behind it. */
  const leave = (hand, version) =>
    work("readwrite", (hands, tables) => {
      each(hands, hand.game, (other, at) => {
        other.version = Math.max(other.version, version);
        if (other.token !== hand.token) return true;
        at.delete();
        return false;
      });
      learn(tables, hand.game, { version });
    });
  const stop = (hand, trouble) =>
    work("readwrite", (hands) =>
      each(hands, hand.game, (other) => {
        if (other.token !== hand.token) return false;
        other.trouble = trouble;
      }));

  /* Someone has looked at what was refused and wants it sent after what was recorded meanwhile. */
  const again = (hand) =>
    put({ ...hand, trouble: null, version: Math.max(hand.version, hand.trouble.version) });
  const remove = (hand) => leave(hand, hand.trouble ? hand.trouble.version : 0);

  /* A link that writes takes along the hands that an older link of its game could not send. */
  const adopt = (game, url) =>
    work("readwrite", (hands) =>
      each(hands, game, (hand) => {
        if (hand.url === url) return false;
        if (hand.trouble && [403, 404].includes(hand.trouble.status)) hand.trouble = null;
        hand.url = url;
      }));

  const REFUSED = [403, 404, 409, 422];

  const send = async (hand, csrf) => {
    const body = new URLSearchParams(hand.fields);
    body.set("token", hand.token);
    body.set("version", hand.version);
    let answer, text;
    try {
      answer = await fetch(hand.url, {
        method: "POST",
        body,
        headers: { "HX-Request": "true", "X-CSRFToken": csrf || hand.csrf },
        signal: AbortSignal.timeout(20000),
      });
      text = await answer.text();
    } catch {
      return false;
    }
    const version = Number(answer.headers.get("Game-Version"));
    if (answer.ok && version) await leave(hand, version);
    else if (REFUSED.includes(answer.status)) {
      await stop(hand, { status: answer.status, version, text });
    } else return false;
    return true;
  };

  /* One at a time, the worker and all pages together. */
  let last = Promise.resolve();
  const alone = (act) => {
    if (navigator.locks) return navigator.locks.request("jantaku-queue", act);
    last = last.then(act, act);
    return last;
  };

  /* Send what waits. `told` is called after each hand; false: the network went away again. */
  const flush = (csrf, told = () => {}) =>
    alone(async () => {
      const stopped = new Set();
      for (;;) {
        const hand = (await list()).find((one) => !stopped.has(one.game));
        if (!hand) return true;
        if (hand.trouble) stopped.add(hand.game);
        else if (!(await send(hand, csrf))) return false;
        else await told();
      }
    });

  return { list, put, table, know, again, remove, adopt, flush };
})();
