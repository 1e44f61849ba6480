// The inbox, live. Without this script every page can be read; it follows, counts down, takes keys, and has the key that
// answers need.
'use strict';
(() => {
  const $ = (what, from = document) => from.querySelector(what);
  const all = (what) => [...document.querySelectorAll(what)];
  const csrf = document.body.dataset.csrf;

  // A cookie goes to every port of a host; this key stays with pages of this very address. Without it nothing is decided.
  const KEY = 'herma-key';
  const key = () => { try { return localStorage.getItem(KEY) || ''; } catch (e) { return ''; } };
  const keyed = (form) => {
    const field = form.elements.key || form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name: 'key' }));
    field.value = key();
  };

  // A code behind `#` never left this browser. It is used, and gone from the address.
  const login = $('#login');
  if (login) {
    if (!key()) {
      const drawn = [...crypto.getRandomValues(new Uint8Array(32))].map((one) => one.toString(16).padStart(2, '0')).join('');
      try { localStorage.setItem(KEY, drawn); } catch (e) { /* It can be looked at; the pages say why no more. */ }
    }
    keyed(login);
    const code = decodeURIComponent(location.hash.slice(1));
    if (code) {
      history.replaceState(null, '', '/login');
      $('#code').value = code;
      login.submit();
    }
    return;
  }
  if (!csrf) return;
  $('.keyless').hidden = key() !== '';

  // Times.
  const two = (n) => String(n).padStart(2, '0');
  function tick() {
    for (const one of all('[data-until]')) {
      const left = Math.max(0, Math.round((one.dataset.until - Date.now()) / 1000));
      const h = Math.floor(left / 3600), m = Math.floor(left / 60) % 60;
      one.textContent = left === 0 ? 'over' : h > 48 ? Math.floor(h / 24) + ' d' : (h ? h + ':' + two(m) : m) + ':' + two(left % 60);
    }
  }
  function times() {
    for (const one of all('[data-at]')) one.textContent = new Date(+one.dataset.at).toLocaleString();
    tick();
  }
  times();
  setInterval(tick, 1000);

  // Following: the page is fetched again, and what has changed of it takes its place. Nothing opens by itself.
  let busy = false, again = false;
  async function follow() {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { 'x-herma-csrf': csrf } });
      if (answer.status === 401) { location.assign('/login'); return; }
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const old of all('[data-live]')) {
        const fresh = page.getElementById(old.id);
        if (!fresh || fresh.dataset.live === old.dataset.live) continue;
        // What is being typed is not taken away while it could still count.
        const typing = old.contains(document.activeElement) && /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName);
        if (typing && (old.id !== 'open' || fresh.dataset.open === 'true')) continue;
        const row = document.activeElement && document.activeElement.dataset.row;
        old.replaceWith(fresh);
        if (row) $('[data-row="' + CSS.escape(row) + '"]')?.focus();
      }
      document.title = page.title;
      times();
    } catch (e) { /* The gateway is away: the events say so, and come back. */ }
    busy = false;
    if (again) { again = false; follow(); }
  }
  const lost = $('.lost:not(.keyless)');
  let source;
  function connect() {
    source = new EventSource('/v1/events');
    let hello = false;
    source.addEventListener('hello', () => { lost.hidden = true; if (hello) follow(); hello = true; });
    source.addEventListener('request', follow);
    source.addEventListener('question', follow);
    source.addEventListener('state', follow);
    source.addEventListener('reset', follow);
    source.onerror = () => {
      lost.hidden = false;
      // A browser gives up on some errors; we do not.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
    };
  }
  connect();
  setInterval(() => { if (!lost.hidden) follow(); }, 5000);

  // Keys. Those from before the page was drawn do not count, nor do those meant for a field.
  let drawn = false;
  requestAnimationFrame(() => requestAnimationFrame(() => { drawn = true; document.documentElement.dataset.drawn = ''; }));
  const seen = (one) => { const box = one.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; };
  addEventListener('keydown', (event) => {
    if (!drawn || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const field = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
    if (event.key === 'Escape') {
      if (field) event.target.blur();
      else if (location.pathname !== '/') location.assign('/');
      return;
    }
    if (field) return;
    const key = event.key;
    if (/^[1-4]$/.test(key)) {
      const choice = $('[data-key="' + key + '"]');
      if (!choice) return;
      event.preventDefault();
      // A yes to what has not been scrolled to is not one: first it is shown. A no always counts.
      if (key !== '4' && !seen(choice)) { choice.scrollIntoView({ block: 'center' }); choice.focus(); return; }
      choice.click();
    } else if (key === '?') {
      $('#keys').showModal();
    } else if (key === 'r' && $('#reason')) {
      event.preventDefault();
      $('#reason').focus();
    } else if (key === 'e' && $('#edit')) {
      event.preventDefault();
      $('#edit').open = true;
      $('#edit textarea').focus();
    } else if (['ArrowDown', 'ArrowUp', 'j', 'k'].includes(key)) {
      const rows = all('.row').filter((one) => one.offsetParent);
      if (!rows.length) return;
      event.preventDefault();
      const step = key === 'ArrowDown' || key === 'j' ? 1 : -1;
      const at = rows.indexOf(document.activeElement);
      rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))].focus();
    }
  });
  // Passkeys. What is signed comes from the gateway, what was signed goes back to it; here nothing is decided.
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
  const each = (list) => list.map((one) => ({ ...one, id: bytes(one.id) }));
  async function post(place, body) {
    const answer = await fetch(place, { method: 'POST', headers: { 'x-herma-csrf': csrf, 'x-herma-key': key() }, body: JSON.stringify(body) });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error.message);
    return value;
  }
  async function busyWith(form, work) {
    if (form.dataset.sent) return;
    form.dataset.sent = '1';
    const say = $('.passkey', form);
    say.hidden = true;
    try { await work(); } catch (e) {
      say.textContent = e.name === 'NotAllowedError' ? 'The passkey said no, or nobody answered. Nothing was done.' : e.message;
      say.hidden = false;
      delete form.dataset.sent;
    }
  }
  async function signed(o) {
    const got = await navigator.credentials.get({ publicKey: { ...o, challenge: bytes(o.challenge), allowCredentials: each(o.allowCredentials) } });
    const { clientDataJSON, authenticatorData, signature } = got.response;
    return { id: got.id, clientDataJSON: letters(clientDataJSON), authenticatorData: letters(authenticatorData), signature: letters(signature) };
  }
  async function add(form) {
    const { signed: first, ...o } = await post('/passkeys/options', {});
    // Who has one shows it first.
    const vouched = first && await signed(first);
    const made = await navigator.credentials.create({ publicKey: { ...o, challenge: bytes(o.challenge), user: { ...o.user, id: bytes(o.user.id) }, excludeCredentials: each(o.excludeCredentials) } });
    const { clientDataJSON, attestationObject } = made.response;
    await post('/passkeys', { name: $('#passkey-name').value, clientDataJSON: letters(clientDataJSON), attestationObject: letters(attestationObject), signed: vouched });
    location.reload();
  }
  async function sign(form) {
    form.elements.assertion.value = JSON.stringify(await signed(await post(form.dataset.passkey, {})));
    // The page may have been drawn anew meanwhile.
    if (!form.isConnected) document.body.append(form);
    keyed(form);
    form.submit();
  }
  // One answer: a double click is one, too.
  addEventListener('submit', (event) => {
    const form = event.target;
    if (form.id === 'new-passkey') { event.preventDefault(); busyWith(form, () => add(form)); return; }
    if (form.dataset.passkey) { event.preventDefault(); busyWith(form, () => sign(form)); return; }
    if (event.target.dataset.sent) event.preventDefault();
    else if (form.method === 'post') { keyed(form); form.dataset.sent = '1'; }
  });
  // Whoever comes back to a page by the browser's own memory sees it as it now is.
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
})();
