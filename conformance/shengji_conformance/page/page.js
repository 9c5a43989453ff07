// The page without this script is whole; the script finds, opens, copies, and remembers the language.
"use strict";
(() => {
  const NAMES = {NAMES};
  const root = document.documentElement;
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const one = (what) => document.querySelector(what);
  const KEY = "shengji-report-language";

  // The language.

  const remembered = () => {
    try { return localStorage.getItem(KEY); } catch { return null; }
  };
  const remember = (language) => {
    try { localStorage.setItem(KEY, language); } catch { /* a page without a memory */ }
  };
  const token = (card) => {
    const [, shape] = card.classList;
    return shape.length === 2 ? shape : shape + card.firstChild.textContent;
  };
  const speak = (language) => {
    root.lang = language;
    root.dataset.lang = language;
    document.title = one(`h1 [lang=${language}]`)?.textContent ?? one("h1").textContent;
    for (const card of all(".card")) card.setAttribute("aria-label", NAMES[language][token(card)]);
    for (const option of all("option")) option.textContent = option.dataset[language];
    const search = one("#search");
    if (search) {
      search.placeholder = search.getAttribute(`data-placeholder-${language}`);
      search.setAttribute("aria-label", search.getAttribute(`data-aria-label-${language}`));
    }
    count();
  };

  // Finding cases.

  const cases = () => all("details.case");
  const HOMES = "home-*";
  const fits = (of, key, wanted) => {
    const found = (of.dataset[key === "variant" ? "variants" : key] ?? "").split(" ");
    return found.some((name) => name === wanted || (wanted === HOMES && name.startsWith("home-")));
  };
  const words = new WeakMap();
  const text = (of) => {
    if (!words.has(of)) {
      const norm = all(".norm", of).map((part) => part.textContent).join(" ");
      words.set(of, `${of.querySelector("summary").textContent} ${of.dataset.question} ${norm}`.toLowerCase());
    }
    return words.get(of);
  };
  let shown = 0;
  const count = () => {
    const output = one("#count");
    if (!output) return;
    output.textContent = output.dataset[root.lang].replace("{shown}", shown).replace("{all}", cases().length);
  };
  const filter = () => {
    const picks = all("select").filter((pick) => pick.value);
    const sought = (one("#search")?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    shown = 0;
    for (const of of cases()) {
      const good = picks.every((pick) => fits(of, pick.dataset.key, pick.value))
        && sought.every((word) => text(of).includes(word));
      of.hidden = !good;
      shown += good;
    }
    count();
  };
  const pick = (key, value) => {
    const select = one(`#pick-${key}`);
    if (select && value !== undefined) select.value = value;
  };

  // Going to a case.

  const visible = () => cases().filter((of) => !of.hidden);
  const go = (of) => {
    of.open = true;
    of.querySelector("summary").focus({ preventScroll: true });
    of.scrollIntoView({ block: "start" });
  };
  const step = (by) => {
    const list = visible();
    if (!list.length) return;
    const now = list.findIndex((of) => of.contains(document.activeElement));
    const next = now < 0 ? (by > 0 ? 0 : list.length - 1) : now + by;
    if (list[next]) go(list[next]);
  };
  const named = () => {
    const of = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (of?.matches("details.case")) { of.hidden = false; go(of); }
  };

  const copy = async (button) => {
    const code = button.parentElement.querySelector("code");
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    try { await navigator.clipboard.writeText(code.textContent); } catch { document.execCommand("copy"); }
    const status = button.parentElement.querySelector("[role=status]");
    status.textContent = root.lang === "zh" ? "已复制" : "copied";
    button.classList.add("done");
    setTimeout(() => { button.classList.remove("done"); status.textContent = ""; }, 1500);
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("button.copy, [data-pick]");
    if (!target) return;
    if (target.matches("button.copy")) { copy(target); return; }
    one("form.filters")?.reset();
    for (const key of ["chapter", "rule", "variant"]) pick(key, target.dataset[key]);
    filter();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") { event.preventDefault(); one("#search")?.focus(); }
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });
  const form = one("form.filters");
  if (form) {
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(filter));
    one("#open-all").addEventListener("click", () => visible().forEach((of) => { of.open = true; }));
    one("#close-all").addEventListener("click", () => visible().forEach((of) => { of.open = false; }));
  }
  for (const button of all("[name=language]")) {
    button.addEventListener("change", () => { remember(button.value); speak(button.value); });
  }
  addEventListener("hashchange", named);
  addEventListener("beforeprint", () => visible().forEach((of) => { of.open = true; }));
  addEventListener("DOMContentLoaded", () => {
    const language = remembered() ?? root.dataset.start;
    const button = one(`#lang-${language}`) ?? one(`#lang-${root.dataset.start}`);
    button.checked = true;
    filter();
    speak(button.value);
    named();
  });
})();
