/*
 * Comfort for the pages around an account, which work without it: a form is sent without leaving the page, once, and
 * keeps every word where nobody answers; a password can be looked at; a passkey takes its place.
 */
const revealButtons = (root) => {
  for (const button of root.querySelectorAll('.peek')) button.hidden = false
  for (const button of root.querySelectorAll('[data-passkey]'))
    button.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON
}

/* What a new organization begins with; without a script, the browser's languages alone say it. */
const tellTimeZone = (root) => {
  for (const input of root.querySelectorAll('[data-time-zone]'))
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
}

function togglePassword({ target }) {
  const button = target instanceof Element ? target.closest('.peek') : null
  if (!button) return
  const input = button.parentElement.querySelector('input')
  input.type = input.type === 'password' ? 'text' : 'password'
  const { other } = button.dataset
  button.dataset.other = button.title
  button.title = other
  button.setAttribute('aria-label', other)
}

function setPending(form, isPending) {
  setBusy(form.querySelector('[type=submit]'), isPending)
}

function setBusy(button, isPending) {
  for (const name of ['aria-busy', 'aria-disabled'])
    if (isPending) button.setAttribute(name, 'true')
    else button.removeAttribute(name)
}

async function submitForm(event) {
  const form = event.target
  event.preventDefault()
  if (form.querySelector('[aria-busy]')) return
  setPending(form, true)
  const answer = await send(form)
  if (answer.to) return location.replace(answer.to)
  if (answer.page) return show(answer.page)
  setPending(form, false)
  say(form, form.dataset.unreachable)
}

/* Where to go on, or the page as it is now; nothing of both where it was not the service that answered. */
async function send(form) {
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json, text/html' },
      body: new URLSearchParams(new FormData(form)),
    })
    const text = await answer.text()
    if (answer.headers.get('Content-Type')?.startsWith('text/html')) return { page: parse(text) }
    return answer.ok ? JSON.parse(text) : {}
  } catch {
    // Said to whoever waits, by the one who asked.
    return {}
  }
}

/* Without its head, whose style this page's policy would refuse. */
function parse(text) {
  const [main = ''] = /<main>.*<\/main>/s.exec(text) ?? []
  return new DOMParser().parseFromString(main, 'text/html').querySelector('.product')?.parentElement
}

/* What is typed into a password field does not come back from the service, so it is taken along. */
function show(page) {
  for (const input of page.querySelectorAll('[type=password]'))
    input.value = document.getElementById(input.id)?.value ?? ''
  revealButtons(page)
  tellTimeZone(page)
  document.querySelector('main').replaceWith(page)
  const inFocus = page.querySelector('[autofocus]') ?? page.querySelector('[type=submit], a')
  inFocus?.focus()
}

function say(form, sentence) {
  const alert = form.querySelector('[role=alert]')
  if (alert) alert.hidden = false
  const place = alert?.querySelector('p') ?? form.querySelector('[role=status]')
  place.textContent = sentence
}

async function usePasskey({ target }) {
  const button = target instanceof Element ? target.closest('[data-passkey]') : null
  if (!button || button.hasAttribute('aria-busy')) return
  setBusy(button, true)
  const answer = await passkeySignIn(button.dataset)
  if (answer.to) return location.replace(answer.to)
  setBusy(button, false)
  say(document.querySelector('form'), answer.failure.message)
}

/* What the service asks, what the browser's passkey answers, and where that leads. */
async function passkeySignIn({ refused, unreachable }) {
  const question = await ask('/sign-in/passkey-question', {}, unreachable)
  if (question.failure) return question
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(question.options)
    const response = (await navigator.credentials.get({ publicKey })).toJSON()
    return await ask('/sign-in/passkey', { token: question.token, response }, unreachable)
  } catch {
    // Cancelled, timed out, or none that fits: the browser tells no page which.
    return { failure: { message: refused } }
  }
}

async function ask(path, body, unreachable) {
  try {
    const answer = await fetch(path + location.search, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    })
    return await answer.json()
  } catch {
    return { failure: { message: unreachable } }
  }
}

document.addEventListener('click', togglePassword)
document.addEventListener('click', (event) => void usePasskey(event))
document.addEventListener('submit', (event) => void submitForm(event))
/* Back from the next page with the browser's own button. */
addEventListener('pageshow', () => {
  for (const form of document.forms) setPending(form, false)
})
revealButtons(document)
tellTimeZone(document)
