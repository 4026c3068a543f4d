"use strict";

// Finds the sections in which all words stand. The texts come when somebody begins to search.
(() => {
  const MOST = 30;
  const AROUND = 70;
  const form = document.getElementById("search");
  const field = document.getElementById("words");
  const list = document.getElementById("found");
  let sections = null;

  form.hidden = false;

  const load = () => {
    sections ??= fetch("search.json").then((answer) => {
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return answer.json();
    });
    return sections;
  };

  const parts = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  // Words in the heading or the title count more than those in the text.
  const weigh = (section, words) => {
    const heading = `${section.title} ${section.heading}`.toLowerCase();
    const text = section.text.toLowerCase();
    let weight = 0;
    for (const word of words) {
      if (heading.includes(word)) weight += 10;
      else if (text.includes(word)) weight += 1;
      else return 0;
    }
    return weight;
  };

  const around = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word));
    const from = Math.max(0, at - AROUND);
    const to = Math.min(text.length, at + AROUND);
    return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
  };

  const entry = (section, words) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = section.file + (section.anchor ? `#${section.anchor}` : "");
    link.textContent =
      section.heading && section.heading !== section.title ? `${section.title}: ${section.heading}` : section.title;
    const text = document.createElement("p");
    text.textContent = around(section.text, words[0]);
    item.append(link, text);
    return item;
  };

  const say = (sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    list.replaceChildren(line);
    list.hidden = false;
  };

  const show = (all, words) => {
    const found = all
      .map((section) => ({ section, weight: weigh(section, words) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight);
    if (found.length === 0) {
      say("Nothing was found.");
      return;
    }
    const items = document.createElement("ol");
    items.append(...found.slice(0, MOST).map(({ section }) => entry(section, words)));
    say(found.length > MOST ? `${found.length} places, the first ${MOST}:` : `${found.length} places:`);
    list.append(items);
  };

  const search = async () => {
    const asked = field.value;
    const words = parts(asked);
    if (words.length === 0) {
      list.hidden = true;
      list.replaceChildren();
      return;
    }
    try {
      const all = await load();
      if (asked === field.value) show(all, words);
    } catch {
      sections = null;
      say("The search can't be loaded now.");
    }
  };

  field.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.focus();
  });
  // A link to this page leaves the list open over what it leads to.
  list.addEventListener("click", (event) => {
    if (event.target.closest("a")) {
      field.value = "";
      search();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== field && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && field.value) {
      field.value = "";
      search();
      field.focus();
    }
  });
})();
