/*
 * A survey on a web site: <script src="https://…/widget.js" data-widget="KEY" async></script>. The guide of the widget documents its attributes,
 * methods and events. It is served as it is: no cookies, no inline styles, no dependencies. The survey itself is a page of the service in a
 * frame.
 */
;(() => {
  const DAY_MS = 86_400_000
  const LOADING_MS = 15_000
  const script = document.currentScript ?? document.querySelector('script[data-widget]')
  const { widget: key, widgetTarget, widgetLanguage, widgetOpen, widgetIdentity } = script.dataset
  const base = new URL(script.src).origin
  const storageKey = `feedback-widget ${key}`
  // oxlint-disable-next-line no-console -- for the developer of the page
  const hint = (text) => console.warn(`Feedback widget ${key}: ${text}`)
  const dispatch = (name, detail) =>
    document.dispatchEvent(new CustomEvent(`feedback:${name}`, { detail: { widget: key, ...detail } }))

  let config = null
  let ui = null
  let wantsOpen = widgetOpen !== undefined
  const tracked = new EventTarget()
  const trackedNames = new Set()

  /* What this browser remembers: a number drawn once, when it last showed the popover, and when it was answered or closed. */
  let memory = {}

  function remembered() {
    return { ...inStorage((items) => JSON.parse(items.getItem(storageKey))), ...memory }
  }

  function remember(changes) {
    memory = { ...remembered(), ...changes }
    inStorage((items) => items.setItem(storageKey, JSON.stringify(memory)))
  }

  /** Null where the storage is refused: then the page alone remembers. */
  function inStorage(use) {
    try {
      return use(localStorage)
    } catch {
      return null
    }
  }

  /* Who the visitor is: a token that the server of the page signed, until the service refuses it. */
  let identity = widgetIdentity
  let permission = null

  /** Whether the visitor may be asked, as far as the service knows them: they may have been asked by email. */
  async function checkVisitor() {
    const token = identity
    if (!token) return true
    try {
      const request = { method: 'POST', body: new URLSearchParams({ token }), credentials: 'omit' }
      const answer = await fetch(`${base}/w/${key}/visitor`, request)
      const { ask, error } = await answer.json()
      if (answer.status !== 400) return ask === true
      hint(`Answers come without a contact. ${Object.values(error.details).flat().join(' ')}`)
      if (identity === token) identity = undefined
      return true
    } catch {
      return false
    }
  }

  /* Whether the visitor is asked. */
  function isInShare({ sharePercent }) {
    if (remembered().draw === undefined) remember({ draw: Math.random() * 100 })
    return remembered().draw < sharePercent
  }

  function isCoolingDown({ cooldownDays }) {
    const { shownAt = 0, endedAt = 0 } = remembered()
    if (cooldownDays === 0) return endedAt > 0
    return Math.max(config.kind === 'inline' ? 0 : shownAt, endedAt) > Date.now() - cooldownDays * DAY_MS
  }

  function fitsPage({ include, exclude }) {
    const fits = (pattern) => fitsPattern(pattern, location.pathname)
    return (include.length === 0 || include.some(fits)) && !exclude.some(fits)
  }

  /** Each `*` stands for any text. */
  function fitsPattern(pattern, path) {
    const [first, ...parts] = pattern.split('*')
    if (parts.length === 0) return path === first
    if (!path.startsWith(first)) return false
    const last = parts.pop()
    let from = first.length
    for (const part of parts) {
      const at = path.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return path.length - last.length >= from && path.endsWith(last)
  }

  const passed = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

  function scrolled(percent) {
    return new Promise((resolve) => {
      const check = () => {
        const { scrollHeight, clientHeight } = document.documentElement
        if (scrollY < ((scrollHeight - clientHeight) * percent) / 100) return
        removeEventListener('scroll', check)
        resolve()
      }
      addEventListener('scroll', check, { passive: true })
      check()
    })
  }

  function happened(name) {
    if (trackedNames.has(name)) return
    return new Promise((resolve) => tracked.addEventListener(name, resolve, { once: true }))
  }

  /** Pages that change their address without loading. */
  function navigated() {
    return new Promise((resolve) => {
      window.navigation?.addEventListener('navigatesuccess', resolve, { once: true })
      addEventListener('popstate', resolve, { once: true })
    })
  }

  async function untilRulesFit(rules) {
    const { delaySeconds, scrollPercent, event } = rules
    if (!isInShare(rules) || isCoolingDown(rules)) return false
    if (config.kind === 'popover')
      await Promise.all([
        passed(delaySeconds),
        scrollPercent === null || scrolled(scrollPercent),
        event === null || happened(event),
      ])
    while (!fitsPage(rules)) await navigated()
    return !isCoolingDown(rules)
  }

  /* What is on the page. A dark panel is one for dark screens, unless the organization has chosen. */
  const DARK = '.panel{background:#12110f;color:#eeede9;border-color:#4a4641}'
  const CSS = `:host{all:initial;display:block}
[hidden]{display:none!important}
.panel,.open,.close{box-sizing:border-box;font:500 16px/1.25 var(--font)}
.panel{position:fixed;z-index:2147483647;right:20px;bottom:20px;display:flex;flex-direction:column;width:min(400px,100vw - 40px);max-height:min(680px,100vh - 40px);max-height:min(680px,100dvh - 40px);overflow:hidden;border:1px solid #d5d2cd;border-radius:var(--r);background:#fbfaf8;color:#1e1b18;box-shadow:0 12px 40px rgb(0 0 0/.22)}
.panel.above{bottom:76px;max-height:min(680px,100vh - 96px);max-height:min(680px,100dvh - 96px)}
.left{right:auto!important;left:20px}
.panel.loading{visibility:hidden}
iframe{display:block;flex:0 1 auto;width:100%;height:0;border:0}
.close{position:absolute;top:6px;right:6px;display:grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:var(--s);background:none;color:inherit;cursor:pointer}
.close::before{content:"";width:16px;height:16px;background:currentColor;clip-path:polygon(10% 0,50% 40%,90% 0,100% 10%,60% 50%,100% 90%,90% 100%,50% 60%,10% 100%,0 90%,40% 50%,0 10%);forced-color-adjust:none}
.close:hover{background:rgb(128 128 128/.18)}
.open{position:fixed;z-index:2147483646;right:20px;bottom:20px;max-width:calc(100vw - 40px);min-height:44px;padding:10px 18px;border:1px solid rgb(255 255 255/.5);border-radius:var(--r);background:var(--fill);color:var(--ink);box-shadow:0 4px 16px rgb(0 0 0/.25);cursor:pointer}
:focus-visible{outline:3px solid var(--fill);outline-offset:2px;box-shadow:0 0 0 2px #fff}.panel:focus-visible{outline:0;box-shadow:0 12px 40px rgb(0 0 0/.22)}.status{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
:host([data-scheme=dark]) ${DARK}@media (prefers-color-scheme:dark){:host([data-scheme=auto]) ${DARK}}
@media (max-width:480px){.panel,.panel.above,.panel.left{left:0!important;right:0!important;bottom:0;width:100%;max-height:85vh;max-height:85dvh;border-width:1px 0 0;border-radius:var(--r) var(--r) 0 0;padding-bottom:env(safe-area-inset-bottom)}}
@media (prefers-reduced-motion:no-preference){.panel:not(.loading){animation:come .2s ease-out}@keyframes come{from{opacity:0;transform:translateY(12px)}}}@media (forced-colors:active){.close::before{background:ButtonText}:focus-visible{outline-color:CanvasText}}
@media print{.panel,.open{display:none}}`

  function create(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties)
    element.append(...children)
    return element
  }

  /** An element of the page with a shadow root, so that the styles of the page and of the widget do not meet. */
  function createHost() {
    const host = create('feedback-widget', {})
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
    root.adoptedStyleSheets = [sheet]
    const { colors, look } = config
    const { large, small } = look.corners
    const variables = { fill: colors.fill, ink: colors.ink, r: `${large}px`, s: `${small}px`, font: look.font }
    for (const [name, value] of Object.entries(variables)) host.style.setProperty(`--${name}`, value)
    host.dataset.scheme = look.scheme
    return { host, root }
  }

  function chooseLanguage() {
    const wanted = [widgetLanguage, document.documentElement.lang, ...navigator.languages]
    return wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => config.texts[tag]) ?? config.language
  }

  function createFrame(texts, language, onMessage) {
    const address = new URL(`${base}/w/${key}?${script.dataset.widgetFields ?? ''}`)
    address.searchParams.set('lang', language)
    const frame = create('iframe', { src: address.href, title: texts.label, referrerPolicy: 'no-referrer' })
    let port = null
    const connect = () => {
      port?.close()
      const channel = new MessageChannel()
      port = channel.port1
      port.addEventListener('message', ({ data }) => onMessage(data))
      port.start()
      const message = { type: 'feedback:connect', kind: config.kind, token: identity }
      frame.contentWindow?.postMessage(message, base, [channel.port2])
    }
    frame.addEventListener('load', connect)
    return { frame, identify: () => port?.postMessage({ token: identity }) }
  }

  function createUi() {
    const language = chooseLanguage()
    const texts = config.texts[language]
    const side = config.position === 'bottom_left' ? ' left' : ''
    const { host, root } = createHost()
    let shown = null
    let opener = null
    let isAnswered = false

    const button = create('button', { type: 'button', className: `open${side}`, textContent: texts.open })
    const status = create('div', { className: 'status' })
    status.setAttribute('role', 'status')

    function show({ parent, isOwnWish }) {
      isAnswered = false
      const { frame, identify } = createFrame(texts, language, (data) => onMessage(data, isOwnWish))
      const failure = setTimeout(() => {
        hint(`The frame did not load. Its Content-Security-Policy must allow frames of ${base}.`)
        hide()
      }, LOADING_MS)
      shown = { element: parent ?? frame, frame, identify, failure, isVisible: false }
      if (parent) parent.append(frame)
      root.append(shown.element)
    }

    function onMessage({ height, page, isClosing }, isOwnWish) {
      if (!shown) return
      if (isClosing) return config.kind === 'inline' ? undefined : close()
      shown.frame.style.height = `${height}px`
      if (!shown.isVisible) appear(isOwnWish)
      if (page !== 'thanks' || isAnswered) return
      isAnswered = true
      remember({ endedAt: Date.now() })
      dispatch('answered')
    }

    function appear(isOwnWish) {
      clearTimeout(shown.failure)
      shown.isVisible = true
      shown.element.classList.remove('loading')
      if (config.kind !== 'inline') {
        remember({ shownAt: Date.now() })
        if (isOwnWish) shown.element.focus()
        else status.textContent = texts.appeared
      }
      dispatch('shown')
    }

    function createPanel() {
      const panel = create('div', { className: `panel loading${side}`, tabIndex: -1 })
      panel.classList.toggle('above', config.kind === 'button')
      panel.setAttribute('role', 'dialog')
      panel.setAttribute('aria-label', texts.label)
      const closing = create('button', { type: 'button', className: 'close', onclick: close })
      closing.setAttribute('aria-label', texts.close)
      panel.append(closing)
      return panel
    }

    function open({ isOwnWish }) {
      if (shown) return
      if (config.kind === 'inline') return show({ isOwnWish })
      opener = root.activeElement ?? document.activeElement
      button.setAttribute('aria-expanded', 'true')
      show({ parent: createPanel(), isOwnWish })
    }

    function hide() {
      clearTimeout(shown.failure)
      shown.element.remove()
      shown = null
      status.textContent = ''
      button.setAttribute('aria-expanded', 'false')
    }

    function close() {
      if (!shown) return
      const hadFocus = root.activeElement !== null && root.activeElement !== button
      const wasVisible = shown.isVisible
      hide()
      if (hadFocus) opener?.focus?.()
      if (!wasVisible) return
      remember({ endedAt: Date.now() })
      dispatch('closed', { isAnswered })
    }

    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && config.kind !== 'inline') close()
    })
    button.setAttribute('aria-haspopup', 'dialog')
    button.setAttribute('aria-expanded', 'false')
    button.addEventListener('click', () => (shown ? close() : openByWish()))
    if (config.kind === 'inline') {
      const target = document.querySelector(widgetTarget ?? '[data-widget-target]:not(script)')
      if (!target) hint('An inline widget needs an element on the page: data-widget-target="#its-id".')
      target?.append(host)
    } else {
      root.append(status)
      document.body.append(host)
    }
    return { open, close, identify: () => shown?.identify(), showButton: () => root.prepend(button) }
  }

  function openByWish() {
    ui ??= createUi()
    ui.open({ isOwnWish: true })
  }

  async function start() {
    config = await loadConfig()
    if (!config?.active) return
    permission = checkVisitor()
    if (wantsOpen) return openByWish()
    if (!(await untilRulesFit(config.rules))) return
    if (config.kind === 'button') {
      ui ??= createUi()
      return ui.showButton()
    }
    if (!(await permission) || ui) return
    ui = createUi()
    ui.open({ isOwnWish: false })
  }

  async function loadConfig() {
    try {
      const answer = await fetch(`${base}/w/${key}/config`, { credentials: 'omit' })
      if (answer.ok) return await answer.json()
      hint(`There is no such widget on ${base}.`)
    } catch {
      hint(
        `Could not be loaded from ${base}. Is ${location.origin} among its addresses, and does the Content-Security-Policy allow the connection?`,
      )
    }
    return null
  }

  /* For the page's own code. */
  const control = {
    open() {
      wantsOpen = true
      if (config?.active) openByWish()
    },
    close: () => ui?.close(),
    identify(token) {
      identity = token
      ui?.identify()
      if (config?.active) permission = checkVisitor()
    },
    track(name) {
      trackedNames.add(name)
      tracked.dispatchEvent(new Event(name))
    },
  }

  function createApi(calls) {
    const controls = new Map()
    const select = (only) => (only === undefined ? [...controls.values()] : [controls.get(only)].filter(Boolean))
    const each = (name) => (only) => {
      for (const its of select(only)) its[name]()
    }
    const api = {
      has: (name) => controls.has(name),
      add: (name, its) => controls.set(name, its),
      open: each('open'),
      close: each('close'),
      identify(token, only) {
        for (const its of select(only)) its.identify(token)
      },
      track(name) {
        for (const its of controls.values()) its.track(name)
      },
      push: ([name, ...values]) => api[name](...values),
    }
    api.add(key, control)
    if (Array.isArray(calls)) calls.forEach(api.push)
    return api
  }

  const calls = window.FeedbackWidget
  if (calls?.add) calls.add(key, control)
  else window.FeedbackWidget = createApi(calls)
  if (document.body) void start()
  else addEventListener('DOMContentLoaded', () => void start())
})()
