/** The pages behind the links in mails: they confirm an e-mail address, and take a new password. */

const main = document.querySelector('main');
const form = document.querySelector('form');
const button = form.querySelector('button');
const problem = document.querySelector('#problem');
const done = document.querySelector('#done');
const { page, ...texts } = main.dataset;

const token = new URLSearchParams(location.search).get('token') ?? '';
// Neither the history nor whoever looks at the screen should have it
history.replaceState(null, '', location.pathname);

const api = '/api/v1/users';
const ask = (path, body) =>
  fetch(`${api}${path}`, body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

const pages = {
  'confirm-email': {
    // Nothing is sent before somebody presses the button: programs that look for dangerous mails follow their links
    begin: () => token !== '',
    send: () => ask('/confirm-email', { token }),
  },
  'reset-password': {
    begin: async () => token !== '' && isUsable(await ask(`/password/validate-reset-token?token=${encodeURIComponent(token)}`)),
    send: () => ask('/password/reset', { token, password: form.password.value }),
  },
};

async function isUsable(answer) {
  if (answer.ok) return true;
  say(await explained(answer));
  return false;
}

/** What a refusal means, in the language of the page. */
async function explained(answer) {
  const { msg = '' } = await answer.json().catch(() => ({}));
  if (answer.status === 429) return texts.busy.replace('{n}', Math.ceil(Number(answer.headers.get('Retry-After')) / 60));
  if (answer.status === 409) return texts.taken ?? msg;
  if (/^Invalid /.test(msg)) return texts.invalid;
  const least = /at least (\d+)/.exec(msg)?.[1];
  if (least) return texts.short.replace('{n}', least);
  if (/too common/.test(msg)) return texts.common;
  if (/the e-mail address/.test(msg)) return texts.own;
  if (/names and addresses/.test(msg)) return texts.names;
  return msg || texts.failed;
}

function say(text) {
  problem.textContent = text;
}

async function submit() {
  say('');
  if (form.again && form.password.value !== form.again.value) return refuse(texts.differ);
  button.disabled = true;
  try {
    const answer = await pages[page].send();
    if (!answer.ok) return refuse(await explained(answer));
    form.remove();
    done.hidden = false;
    done.focus();
  } catch {
    refuse(texts.failed);
  } finally {
    button.disabled = false;
  }
}

function refuse(text) {
  say(text);
  (form.password ?? button).focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  // It handles its failures itself
  void submit();
});

try {
  form.hidden = !(await pages[page].begin());
  if (form.hidden && problem.textContent === '') say(texts.invalid);
  form.password?.focus();
} catch {
  say(texts.failed);
}
