// What only a script in the page can find out: where an element is, what the page says. Sent with each request and run in
// a world of its own, where the page's scripts cannot interfere. op names the question, arg holds its members.
(op, arg) => {
  const MAX = 400000; // characters of a page that are looked at
  const FIELD = 'a[href],button,input,select,textarea,summary,option,label,[onclick],[tabindex],[contenteditable=""],[contenteditable=true],' +
    '[role=button],[role=link],[role=tab],[role=menuitem],[role=option],[role=checkbox],[role=radio],[role=switch]';
  const BLOCK = /^(block|flex|grid|table|list-item|table-row|flow-root)$/;

  const clean = text => (text || '').replace(/\s+/g, ' ').trim();
  const visible = el => {
    if (!el.checkVisibility({visibilityProperty: true})) return false;
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };

  // The document, open shadow trees, and frames of the same origin.
  const roots = () => {
    const found = [document];
    for (let i = 0; i < found.length; i++) {
      for (const el of found[i].querySelectorAll('*')) {
        if (el.shadowRoot) found.push(el.shadowRoot);
        if (el.tagName === 'IFRAME' || el.tagName === 'FRAME') {
          try { if (el.contentDocument) found.push(el.contentDocument); } catch { /* of another origin */ }
        }
      }
    }
    return found;
  };

  const words = element => { // without the words of fields within it
    const copy = element.cloneNode(true);
    copy.querySelectorAll('input,select,textarea,button,script,style').forEach(inner => inner.remove());
    return copy.textContent;
  };
  const label = el => clean(el.getAttribute('aria-label')) || clean([...(el.labels || [])].map(words).join(' '))
    || clean(el.getAttribute('placeholder')) || clean(el.getAttribute('title')) || clean(el.getAttribute('alt'));
  const name = el => {
    const shown = el.tagName === 'INPUT' ? (/^(submit|button|reset)$/.test(el.type) ? clean(el.value) : '') : clean(el.innerText);
    return shown || label(el) || (el.type === 'submit' ? 'Submit' : '');
  };

  const selector = el => {
    const root = el.getRootNode();
    const tag = el.tagName.toLowerCase();
    const only = css => { try { return root.querySelectorAll(css).length === 1; } catch { return false; } };
    const by = attribute => {
      const value = el.getAttribute(attribute);
      return value && value.length <= 80 ? tag + '[' + attribute + '=' + JSON.stringify(value) + ']' : null;
    };
    if (el.id && only('#' + CSS.escape(el.id))) return '#' + CSS.escape(el.id);
    const named = by('name');
    const tries = [named, named && by('value') ? named + by('value').slice(tag.length) : null, by('data-testid'), by('aria-label'), by('href')];
    for (const css of tries) if (css && only(css)) return css;
    let path = '';
    for (let at = el; at && at.nodeType === 1; at = at.parentElement) {
      if (at !== el && at.id && only('#' + CSS.escape(at.id) + path)) return '#' + CSS.escape(at.id) + path;
      const same = [...(at.parentElement ? at.parentElement.children : [])].filter(c => c.tagName === at.tagName);
      const step = at.tagName.toLowerCase() + (same.length > 1 ? ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : '');
      path = at === el ? step : step + ' > ' + path;
      if (only(path)) return path;
    }
    return path;
  };

  const find = () => {
    if (arg.selector) {
      const fits = roots().flatMap(root => [...root.querySelectorAll(arg.selector)]);
      return fits.find(visible) || fits[0];
    }
    const wanted = clean(arg.text).toLowerCase();
    const all = roots().flatMap(root => [...root.querySelectorAll('*')]).filter(el => !/^(SCRIPT|STYLE|HTML|BODY)$/.test(el.tagName));
    const fields = all.filter(el => el.matches(FIELD) && visible(el));
    const smallest = list => list.sort((a, b) => clean(a.innerText).length - clean(b.innerText).length)[0];
    const says = el => name(el).toLowerCase();
    const field = fields.find(el => says(el) === wanted) || smallest(fields.filter(el => says(el).includes(wanted)));
    if (field) return field;
    // textContent is cheap and innerText, which leaves out what is hidden, is not.
    const holding = all.filter(el => clean(el.textContent).toLowerCase().includes(wanted) && visible(el)).reverse();
    return smallest(holding.filter(el => clean(el.innerText).toLowerCase() === wanted))
      || smallest(holding.filter(el => clean(el.innerText).toLowerCase().includes(wanted)));
  };

  const describe = el => '<' + el.tagName.toLowerCase() + (el.id ? ' id="' + el.id + '"' : '') + (el.classList.length ? ' class="' + el.className + '"' : '') + '>';

  const locate = () => {
    const el = find();
    if (!el) return {state: 'missing'};
    el.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    if (!visible(el)) return {state: 'hidden'};
    if (el.disabled) return {state: 'disabled'};
    const box = [...el.getClientRects()].find(r => r.width > 0 && r.height > 0) || el.getBoundingClientRect();
    let x = box.left + box.width / 2, y = box.top + box.height / 2;
    let hit = el.getRootNode().elementFromPoint(x, y);
    while (hit && hit.shadowRoot && hit !== el && hit.shadowRoot.elementFromPoint(x, y) && !hit.contains(el)) hit = hit.shadowRoot.elementFromPoint(x, y);
    const around = hit && (el.contains(hit) || hit.contains(el) || (hit.labels !== undefined && [...(hit.labels || [])].includes(el))
      || [...(el.labels || [])].some(l => l.contains(hit)) || hit.getRootNode().host === el);
    for (let view = el.ownerDocument.defaultView; view.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      x += frame.left + view.frameElement.clientLeft;
      y += frame.top + view.frameElement.clientTop;
    }
    return around ? {state: 'ready', x, y} : {state: 'covered', by: hit ? describe(hit) : 'nothing of this page'};
  };

  const changed = el => {
    el.dispatchEvent(new Event('input', {bubbles: true, composed: true}));
    el.dispatchEvent(new Event('change', {bubbles: true}));
    return {state: 'done'};
  };

  // Gets the focus and selects what is there, or sets the value where typing does not.
  const prepare = () => {
    let el = arg.selector ? find() : document.activeElement;
    while (!arg.selector && el && (el.shadowRoot?.activeElement || el.contentDocument?.activeElement)) {
      el = el.shadowRoot?.activeElement || el.contentDocument.activeElement;
    }
    if (!el || (!arg.selector && el === document.body)) return {state: 'missing'};
    el.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    if (!visible(el)) return {state: 'hidden'};
    if (el.disabled || el.readOnly) return {state: 'disabled'};
    el.focus();
    if (arg.focusOnly) return {state: 'ready'};
    if (el.tagName === 'SELECT') {
      const wanted = clean(arg.text);
      const options = [...el.options];
      const option = options.find(o => clean(o.label) === wanted || o.value === arg.text) || options.find(o => clean(o.label).toLowerCase().includes(wanted.toLowerCase()));
      if (!option) return {state: 'no_option', options: options.slice(0, 50).map(o => clean(o.label))};
      option.selected = true;
      return changed(el);
    }
    if (el.tagName === 'INPUT' && /^(date|time|datetime-local|month|week|color|range)$/.test(el.type)) {
      el.value = arg.text;
      return el.value === arg.text ? changed(el) : {state: 'no_value', kind: el.type};
    }
    if (el.tagName === 'TEXTAREA' || (el.tagName === 'INPUT' && !/^(checkbox|radio|submit|button|reset|file|image)$/.test(el.type))) {
      el.select();
      return {state: 'ready'};
    }
    if (el.isContentEditable) {
      el.ownerDocument.getSelection().selectAllChildren(el);
      return {state: 'ready'};
    }
    return {state: 'no_field', kind: describe(el)};
  };

  const read = () => {
    let out = '';
    const line = () => { if (out && !out.endsWith('\n')) out = out.trimEnd() + '\n'; };
    const say = text => { if (text) out += (out && !/[\s(\[]$/.test(out) && !/^[\s.,;:!?)\]]/.test(text) ? ' ' : '') + text; };
    const field = el => {
      const kind = el.getAttribute('role') || (el.tagName === 'INPUT' ? el.type : el.tagName.toLowerCase());
      const text = /^(BUTTON|SUMMARY)$/.test(el.tagName) || /^(submit|button|reset)$/.test(kind) || el.hasAttribute('role') ? name(el) : label(el);
      const parts = ['[' + kind];
      if (text) parts.push(JSON.stringify(text.slice(0, 200)));
      if (el.type === 'checkbox' || el.type === 'radio') parts.push(el.checked ? 'checked' : 'not checked');
      else if (el.type === 'password') parts.push(el.value ? 'filled in' : 'empty');
      else if (el.tagName === 'SELECT') parts.push('value ' + JSON.stringify(clean(el.selectedOptions[0]?.label)) + ' of ' + JSON.stringify([...el.options].slice(0, 20).map(o => clean(o.label))) + (el.options.length > 20 ? ' and more' : ''));
      else if (/^(INPUT|TEXTAREA)$/.test(el.tagName) && !/^(submit|button|reset|image|file)$/.test(el.type)) parts.push('value ' + JSON.stringify((el.value || '').slice(0, 500)));
      if (el.disabled) parts.push('disabled');
      return parts.join(' ') + ' | ' + selector(el) + ']';
    };
    const walk = (node, pre) => {
      if (out.length > MAX) return;
      if (node.nodeType === 3) {
        if (pre) out += node.data;
        else {
          const text = node.data.replace(/\s+/g, ' ');
          if (text.trim()) out += (/^\s/.test(text) && out && !/\s$/.test(out) ? ' ' : '') + text.trimStart();
          else if (out && !/\s$/.test(out)) out += ' ';
        }
        return;
      }
      if (node.nodeType !== 1) { node.childNodes.forEach(child => walk(child, pre)); return; }
      const el = node, tag = el.tagName;
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|OPTION|DATALIST)$/.test(tag) || (tag !== 'BODY' && !el.checkVisibility({visibilityProperty: false}))) return;
      const style = el.ownerDocument.defaultView.getComputedStyle(el);
      const block = BLOCK.test(style.display);
      if (block) line();
      if (/^H[1-6]$/.test(tag)) out += '#'.repeat(+tag[1]) + ' ';
      if (tag === 'LI') out += '- ';
      if (tag === 'BR') { out = out.replace(/ +$/, '') + '\n'; return; }
      if (tag === 'HR') { line(); out += '---\n'; return; }
      if (tag === 'IMG') { if (label(el)) say('![' + label(el) + ']'); return; }
      if (tag === 'IFRAME' || tag === 'FRAME') {
        line();
        let inner = null;
        try { inner = el.contentDocument; } catch { /* of another origin */ }
        out += '[frame ' + (el.src || '') + ']\n';
        if (inner && inner.body) { walk(inner.body, false); line(); out += '[end of frame]\n'; }
        return;
      }
      if (style.visibility === 'hidden') { el.childNodes.forEach(child => { if (child.nodeType === 1) walk(child, pre); }); return; }
      if (/^(INPUT|SELECT|TEXTAREA|BUTTON)$/.test(tag) || /^(button|checkbox|radio|switch|tab|menuitem|option|textbox|combobox)$/.test(el.getAttribute('role') || '') || el.getAttribute('contenteditable') === 'true') {
        if (el.type !== 'hidden') say(field(el));
        if (el.getAttribute('contenteditable') !== 'true') { if (block) line(); return; }
      }
      if (tag === 'A' && el.hasAttribute('href')) {
        const from = out.length;
        const text = clean(el.innerText) || label(el) || clean([...el.querySelectorAll('img,svg')].map(label).join(' ')) || 'link';
        say('[' + text.slice(0, 300) + '](' + el.getAttribute('href').slice(0, 300) + ')');
        if (out.length === from) return;
        if (block) line();
        return;
      }
      const inPre = pre || tag === 'PRE' || /^pre/.test(style.whiteSpace);
      const children = el.shadowRoot ? el.shadowRoot.childNodes : tag === 'SLOT' && el.assignedNodes().length ? el.assignedNodes() : el.childNodes;
      children.forEach(child => walk(child, inPre));
      if (/^T[DH]$/.test(tag) && el.nextElementSibling) out = out.trimEnd() + ' | ';
      if (tag === 'TR' || block || tag === 'P') line();
    };
    const start = arg.selector ? find() : document.body || document.documentElement;
    if (!start) return arg.selector ? {state: 'missing'} : {state: 'ready', text: ''};
    walk(start, false);
    return {state: 'ready', text: out.replace(/[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n').trim()};
  };

  // The page is complete and nothing has changed for a moment, or that never comes.
  const quiet = () => new Promise(resolve => {
    const late = performance.now() + 1500;
    const done = () => {
      if ((document.readyState !== 'complete' || !document.documentElement) && performance.now() < late) return setTimeout(done, 50);
      observer.disconnect();
      resolve({state: 'ready'});
    };
    let timer = setTimeout(done, 150);
    const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 150); });
    observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    setTimeout(done, 1500);
  });

  try {
    switch (op) {
      case 'locate': return locate();
      case 'prepare': return prepare();
      case 'read': return read();
      case 'quiet': return quiet();
      case 'where': return {url: location.href, title: clean(document.title)};
    }
  } catch (e) {
    if (e.name === 'SyntaxError') return {state: 'bad_selector'};
    throw e;
  }
}
