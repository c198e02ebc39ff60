/*
 * Comfort for the survey page, which works without it: number keys, faults named before anything is sent, and answers that
 * survive a bad line. What the service has not confirmed stays on this device until it has, for a week at most.
 */
const KEEP_AFTER_MS = 900
const SECOND_DIGIT_MS = 700
/** After the last change to answers that were to be sent already. */
const SEND_AFTER_MS = 3000
const ANSWER_TIMEOUT_MS = 20_000
const LONGEST_PAUSE_MS = 60_000
const HELD_FOR_MS = 7 * 86_400_000
/** What a browser lets go on after its page was closed. */
const KEEPALIVE_BYTES = 60_000
/** So long a page must be visible before a score chosen in the mail is kept without a touch: a mail scanner does not stay. */
const SEEN_AFTER_MS = 2000
const SIGNS_OF_A_PERSON = ['pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel']
const PREFIX = 'survey '
const KEY = PREFIX + location.pathname

const surveyForm = () => document.querySelector('form[data-required]')
const sendButton = () => document.querySelector('.send')
const questionOf = (element) => element.closest('.q')
const isShown = (element) => element.getClientRects().length > 0
const isPicked = (question) => question.querySelector('input:checked') !== null
const isChoice = ({ type }) => type === 'radio' || type === 'checkbox'
const controlsOf = (element) => [...element.querySelectorAll('input, textarea, select')]
const isWritten = (question) =>
  controlsOf(question).some((control) => !isChoice(control) && !control.matches('.other') && control.value.trim())

/* Number keys choose on the scale in focus, else on the first one. "1" then "0" is ten. */
let lastDigit = { at: 0, digit: '' }

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !/^\d$/.test(event.key)) return
  if (event.target.matches?.('textarea, select, .line')) return
  const inFocus = event.target instanceof Element ? questionOf(event.target) : null
  const scale = inFocus?.querySelector('[data-scale]') ?? [...document.querySelectorAll('[data-scale]')].find(isShown)
  if (!scale) return
  const isTen = event.key === '0' && lastDigit.digit === '1' && event.timeStamp - lastDigit.at < SECOND_DIGIT_MS
  const wanted = isTen ? '10' : event.key
  const input = [...scale.querySelectorAll('input')].find(({ value }) => value === wanted)
  lastDigit = { at: event.timeStamp, digit: event.key }
  if (!input) return
  event.preventDefault()
  input.focus()
  input.click()
}

/* What the service does not have yet: when it was held, whether it is to be submitted, and the form's fields. */
let unsent = null
let isStored = false

function hold(isFinal, fields) {
  unsent = { at: Date.now(), isFinal, fields }
  isStored = inStorage((items) => items.setItem(KEY, JSON.stringify(unsent))) !== null
}

function letGo() {
  unsent = null
  inStorage((items) => items.removeItem(KEY))
}

/** What this device still holds for this link. What is too old goes, whichever link it belongs to. */
function heldAnswers() {
  return inStorage((items) => {
    for (const key of Object.keys(items)) {
      const at = Number(/"at":(\d+)/.exec(items.getItem(key))?.[1])
      if (key.startsWith(PREFIX) && !(Date.now() - at < HELD_FOR_MS)) items.removeItem(key)
    }
    return JSON.parse(items.getItem(KEY))
  })
}

/** Null where the storage is forbidden, or full: then this page alone holds the answers. */
function inStorage(use) {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}

const isScoreInAddress = () => new URLSearchParams(location.search).has('score')
const givenFields = () => [...new FormData(surveyForm())]

function fillIn({ isFinal, fields }) {
  // A score in the address was chosen after what is held here.
  const keepsFirst = !isFinal && isScoreInAddress()
  for (const control of controlsOf(surveyForm())) {
    const isAnswer = control.name.startsWith('q.') || control.closest('.last')
    if (!isAnswer || (keepsFirst && control.closest('#q0'))) continue
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => value)
    if (isChoice(control)) control.checked = values.includes(control.value)
    else control.value = values[0] ?? ''
  }
}

/* Rules that the style sheet cannot follow. */
let rules = null

async function loadRules() {
  if (surveyForm()?.dataset.logic) rules ??= await import('/survey-rules.js').catch(() => null)
  rules?.applyRules(surveyForm())
}

/** What the service said; null where it was not heard, or where something on the way answered in its place. */
async function ask(fields, purpose) {
  const body = new URLSearchParams([...fields, [purpose, '1']])
  const keepalive = body.toString().length < KEEPALIVE_BYTES
  try {
    const signal = AbortSignal.timeout?.(ANSWER_TIMEOUT_MS)
    const { status, headers, ...answer } = await fetched(location.pathname, { method: 'POST', body, keepalive, signal })
    const isBusy = status === 429 || status >= 500
    // The policy of this page knows its own nonce only.
    const html = answer.text.replace(/(<style nonce=")[^"]*/, `$1${document.querySelector('style').nonce}`)
    const page = new DOMParser().parseFromString(html, 'text/html')
    const { page: kind } = page.body.dataset
    if (status !== 204 && !isBusy && !kind) return null
    return { status, isBusy, page, kind, retryAfterMs: Number(headers.get('retry-after')) * 1000 || 0 }
  } catch {
    return null
  }
}

async function fetched(...request) {
  const answer = await fetch(...request)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/* What was answered so far is kept by the service too, so that the same link goes on where it was left. */
let saving = 0

function saveSoon() {
  clearTimeout(saving)
  saving = setTimeout(() => void save(), KEEP_AFTER_MS)
}

async function save() {
  clearTimeout(saving)
  saving = 0
  if (!unsent || unsent.isFinal) return
  const draft = unsent
  const answer = await ask(draft.fields, '_save')
  if (answer?.status === 204 && unsent === draft) letGo()
}

/* A score chosen in the mail is kept without another press, once a person has seen it here. */
let seeing = 0

function keepScoreOnceSeen() {
  if (!isScoreInAddress() || unsent?.isFinal || !surveyForm() || !isPicked(document.querySelector('.q'))) return
  for (const sign of SIGNS_OF_A_PERSON) addEventListener(sign, keepScore, { once: true, passive: true })
  document.addEventListener('visibilitychange', waitUntilSeen)
  waitUntilSeen()
}

function waitUntilSeen() {
  clearTimeout(seeing)
  if (document.visibilityState === 'visible') seeing = setTimeout(keepScore, SEEN_AFTER_MS)
}

function keepScore() {
  clearTimeout(seeing)
  for (const sign of SIGNS_OF_A_PERSON) removeEventListener(sign, keepScore)
  document.removeEventListener('visibilitychange', waitUntilSeen)
  // Another answer that was given meanwhile is kept with this one already.
  if (!isScoreInAddress() || unsent?.isFinal || !surveyForm()) return
  hold(false, givenFields())
  saveSoon()
}

/* Submitting, until the service has said what became of it. */
let isSending = false
let retrying = 0
let failures = 0
let notBefore = 0

async function send() {
  clearTimeout(retrying)
  if (isSending || !unsent?.isFinal) return
  isSending = true
  const { fields } = unsent
  const answer = await ask(fields, '_stay')
  isSending = false
  showSending(false)
  if (!answer || answer.isBusy) return sendLater(answer)
  failures = 0
  if (answer.kind === 'tooLarge') {
    hold(false, unsent.fields)
    return say((words) => words.tooLong)
  }
  // With faults the form comes back, and what was given stays here until it is sent.
  if (answer.kind === 'form') hold(false, fields)
  else letGo()
  show(answer.page)
}

function sendLater(answer) {
  failures += 1
  const pause = Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2)
  notBefore = Date.now() + (answer?.retryAfterMs ?? 0)
  retrying = setTimeout(() => void send(), Math.max(pause, answer?.retryAfterMs ?? 0))
  say((words) => `${answer ? words.busy : words.offline} ${isStored ? words.kept : words.keepOpen}`)
}

/** When there may be a line again. */
function again() {
  if (!unsent?.isFinal) void save()
  else if (Date.now() >= notBefore) void send()
}

/** The page that the service answered with, in place of this one, as if the form had led to it. */
function show(page) {
  document.title = page.title
  document.documentElement.lang = page.documentElement.lang
  document.querySelector('style').textContent = page.querySelector('style').textContent
  document.body.replaceWith(page.body)
  history.replaceState(null, '', location.pathname)
  scrollTo(0, 0)
  const target = document.querySelector('[aria-invalid=true]') ?? [...document.querySelectorAll('h1')].find(isShown)
  if (target.matches('h1')) target.tabIndex = -1
  target.focus()
  const redirect = document.querySelector('a[data-redirect]')
  if (redirect) location.assign(redirect.href)
  void loadRules()
}

function say(choose) {
  const note = document.querySelector('.wait')
  if (!note) return
  const words = choose(note.dataset)
  if (note.textContent !== words) note.textContent = words
  note.scrollIntoView({ block: 'nearest' })
}

function showSending(is) {
  const button = sendButton()
  if (!button) return
  if (button.getAttribute('aria-disabled') !== 'true') button.dataset.words = button.textContent
  button.textContent = is ? button.dataset.sending : button.dataset.words
  button.setAttribute('aria-disabled', String(is))
}

function setFault(question, text) {
  const fault = question.querySelector('.fault')
  question.classList.toggle('bad', text !== '')
  fault.hidden = text === ''
  fault.firstElementChild.textContent = text
  for (const control of controlsOf(question)) {
    control.setAttribute('aria-invalid', String(text !== ''))
    if (isChoice(control)) control.setAttribute('aria-describedby', text === '' ? '' : fault.id)
  }
}

function onInput({ target }) {
  const question = questionOf(target)
  if (question) setFault(question, '')
  else if (!target.closest('.last')) return
  rules?.applyRules(surveyForm())
  // From now on what was chosen here counts, also when the page is loaded again.
  const address = new URL(location.href)
  address.searchParams.delete('score')
  history.replaceState(null, '', address)
  hold(unsent?.isFinal === true, givenFields())
  if (!unsent.isFinal) return saveSoon()
  clearTimeout(retrying)
  retrying = setTimeout(() => void send(), Math.max(SEND_AFTER_MS, notBefore - Date.now()))
}

function onSubmit(event) {
  const form = surveyForm()
  if (event.target !== form) return
  const isStepped = form.elements._at !== undefined
  if (isStepped && !rules) return
  event.preventDefault()
  if (event.submitter?.value === 'back') return rules.goBack(form)
  const missing = [...form.querySelectorAll('.q[data-required]')].filter(
    (question) => isShown(question) && !isPicked(question) && !isWritten(question),
  )
  for (const question of missing) setFault(question, form.dataset.required)
  if (missing.length > 0) return controlsOf(missing[0])[0].focus()
  if (isStepped && rules.goForward(form)) return
  clearTimeout(saving)
  saving = 0
  hold(true, givenFields())
  showSending(true)
  void send()
}

/** The language is another page: what was chosen here goes with it. */
function onClick({ target }) {
  if (surveyForm() && target.closest('.lang')) hold(unsent?.isFinal === true, givenFields())
}

function begin() {
  unsent = heldAnswers()
  isStored = unsent !== null
  if (!unsent) return
  if (surveyForm()) {
    fillIn(unsent)
    if (!unsent.isFinal) hold(false, givenFields())
  } else if (!unsent.isFinal && /^(thanks|already|answered|archived|closed|full)$/.test(document.body.dataset.page)) {
    return letGo()
  }
  again()
}

document.addEventListener('keydown', onKey)
document.addEventListener('input', onInput)
document.addEventListener('submit', onSubmit)
document.addEventListener('click', onClick)
addEventListener('online', again)
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) again()
})
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') again()
  else if (saving) void save()
})
begin()
void loadRules()
keepScoreOnceSeen()
