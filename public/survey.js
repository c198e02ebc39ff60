/*
 * Comfort for the survey page, which works without it: number keys, answers kept while they are given, and faults named
 * before anything is sent.
 */
const form = document.querySelector('form[data-required]')
const KEEP_AFTER_MS = 900
const SECOND_DIGIT_MS = 700

const questionOf = (element) => element.closest('.q')
const isShown = (element) => element.getClientRects().length > 0
const isPicked = (question) => question.querySelector('input:checked') !== null
const isWritten = (question) => question.querySelector('textarea')?.value.trim()

/* Number keys choose on the scale in focus, else on the first one. "1" then "0" is ten. */
let lastDigit = { at: 0, digit: '' }

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !/^\d$/.test(event.key)) return
  if (event.target instanceof HTMLTextAreaElement) return
  const inFocus = event.target instanceof Element ? questionOf(event.target) : null
  const scale = inFocus?.querySelector('[data-scale]') ?? document.querySelector('[data-scale]')
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

/* What was answered so far is kept, so that the same link goes on where it was left. */
let timer = 0
let isSent = false

function keepSoon() {
  clearTimeout(timer)
  timer = setTimeout(keep, KEEP_AFTER_MS)
}

function keep() {
  clearTimeout(timer)
  timer = 0
  if (isSent) return
  const body = new URLSearchParams(new FormData(form))
  body.set('_save', '1')
  // Lost on a bad line, it is sent again with the next answer, or with all of them.
  fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => undefined)
}

function setFault(question, text) {
  const fault = question.querySelector('.fault')
  question.classList.toggle('bad', text !== '')
  fault.hidden = text === ''
  fault.firstElementChild.textContent = text
  for (const control of question.querySelectorAll('input, textarea'))
    control.setAttribute('aria-invalid', String(text !== ''))
}

function onChange({ target }) {
  const question = questionOf(target)
  if (question) setFault(question, '')
  if (!('preview' in form.dataset)) keepSoon()
}

function onSubmit(event) {
  if (isSent) {
    event.preventDefault()
    return
  }
  const missing = [...form.querySelectorAll('.q[data-required]')].filter(
    (question) => isShown(question) && !isPicked(question) && !isWritten(question),
  )
  for (const question of missing) setFault(question, form.dataset.required)
  if (missing.length > 0) {
    event.preventDefault()
    missing[0].querySelector('input, textarea').focus()
    return
  }
  clearTimeout(timer)
  isSent = true
  form.querySelector('.send').setAttribute('aria-disabled', 'true')
}

/* Back from the next page with the browser's own button. */
function onShow() {
  isSent = false
  form.querySelector('.send').removeAttribute('aria-disabled')
}

if (form) {
  document.addEventListener('keydown', onKey)
  form.addEventListener('input', onChange)
  form.addEventListener('submit', onSubmit)
  addEventListener('pageshow', onShow)
  addEventListener('visibilitychange', () => {
    if (timer && document.visibilityState === 'hidden') keep()
  })
}
