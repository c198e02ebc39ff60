/*
 * The survey page in the frame of a widget: tells the script of the page around it (widget.js) its height and its state, and takes the signed
 * token that says who the visitor is. Without that script, as in an iframe of the owner's own, it does nothing.
 */
const root = document.documentElement
let port = null

addEventListener('message', ({ source, origin, data, ports }) => {
  if (source !== parent || data?.type !== 'feedback:connect' || !isAllowed(origin)) return
  port?.close()
  port = ports[0]
  port.addEventListener('message', (message) => identify(message.data.token))
  port.start()
  root.dataset.in = data.kind
  identify(data.token)
  report()
})

const isAllowed = (origin) =>
  origin === location.origin || (document.body.dataset.origins ?? '').split(' ').includes(origin)

/**
 * The service reads the token with the answers. It needs no name and address then; should it refuse the token, it answers with a form that has
 * these fields again.
 */
function identify(token) {
  const field = document.querySelector('[name=_token]')
  if (!field || typeof token !== 'string') return
  field.value = token
  document.querySelector('.last')?.remove()
}

function report() {
  port?.postMessage({ height: Math.ceil(root.getBoundingClientRect().height), page: document.body.dataset.page })
}

new ResizeObserver(report).observe(root)
// survey.js replaces the body.
new MutationObserver(report).observe(root, { childList: true })
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) port?.postMessage({ isClosing: true })
})
