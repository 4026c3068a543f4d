// Puts what the server sends into the page: whole elements by their id, and pieces of live text.
'use strict';

const MAX_LIVE = 20000;
const timeline = document.getElementById('timeline');
const jobs = document.getElementById('jobs');
const state = document.getElementById('state');

function atEnd() {
  return window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 80;
}

// What is at the end stays in view, unless the reader has gone up.
function keepingEnd(change) {
  const follow = atEnd();
  change();
  if (follow) {
    window.scrollTo(0, document.documentElement.scrollHeight);
  }
}

function put(id, html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const fresh = template.content.firstElementChild;
  const old = document.getElementById(id);
  if (!fresh) {
    old?.remove();
    return;
  }
  localTimes(fresh);
  if (old) {
    old.querySelectorAll('details').forEach((details, i) => {
      const same = fresh.querySelectorAll('details')[i];
      if (same) {
        same.open = details.open;
      }
    });
    old.replaceWith(fresh);
  } else {
    (id.startsWith('job-') ? jobs : timeline).append(fresh);
  }
}

function piece(id, text) {
  if (id === 'writing' && !document.getElementById(id)) {
    put(id, '<li id="writing" class="turn"><header><b>Agent</b></header><div class="text live"></div></li>');
  }
  const live = document.getElementById(id)?.querySelector('.live');
  if (live) {
    const whole = live.textContent + text;
    live.textContent = whole.slice(-MAX_LIVE);
    live.scrollTop = live.scrollHeight;
  }
}

function localTimes(root) {
  root.querySelectorAll('time:not(.age)').forEach((time) => {
    time.textContent = new Date(time.dateTime).toLocaleTimeString();
  });
}

function duration(seconds) {
  if (seconds < 60) {
    return seconds + ' s';
  }
  const minutes = Math.floor(seconds / 60);
  return seconds < 3600
    ? minutes + ' min ' + (seconds % 60) + ' s'
    : Math.floor(minutes / 60) + ' h ' + (minutes % 60) + ' min';
}

function tick() {
  const running = document.querySelector('[data-since]');
  if (running) {
    running.textContent = duration(Math.max(0, Math.floor(Date.now() / 1000 - running.dataset.since)));
  }
}

function follow(address, after) {
  const source = new EventSource(address + '?after=' + after);
  source.onopen = () => { state.textContent = 'Live'; };
  source.onmessage = (event) => {
    const { id, html } = JSON.parse(event.data);
    keepingEnd(() => put(id, html));
  };
  source.addEventListener('piece', (event) => {
    const { id, text } = JSON.parse(event.data);
    keepingEnd(() => piece(id, text));
  });
  source.addEventListener('end', () => {
    source.close();
    state.textContent = 'The session has ended.';
    document.getElementById('end').replaceChildren();
  });
  source.onerror = () => {
    state.textContent = source.readyState === EventSource.CLOSED
      ? 'No longer connected. Load the page again.'
      : 'Connecting again…';
  };
}

// The form works without this; with it the page stays where it is.
function sendInPlace(form) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
      // After a redirect to the sign-in the answer is fine too, but the message is not there.
      if (answer.ok && new URL(answer.url).pathname.startsWith('/plain/sessions/')) {
        form.reset();
      } else {
        state.textContent = 'The message was not taken. Load the page again.';
      }
    } catch {
      state.textContent = 'The server is out of reach; the message was not sent.';
    } finally {
      button.disabled = false;
    }
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      form.requestSubmit();
    }
  });
}

localTimes(document);
setInterval(tick, 1000);
if (timeline?.dataset.stream) {
  follow(timeline.dataset.stream, timeline.dataset.after);
}
const say = document.getElementById('say');
if (say) {
  sendInPlace(say);
}
