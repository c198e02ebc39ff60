/*
 * The survey page in the frame of a widget: tells the script of the page around it (widget.js) its height and its state. Without that script,
 * as in an iframe of the owner's own, it says nothing.
 */
const root = document.documentElement
let port = null

addEventListener('message', ({ source, origin, data, ports }) => {
  if (source !== parent || data?.type !== 'feedback:connect' || !isAllowed(origin)) return
  port?.close()
  port = ports[0]
  root.dataset.in = data.kind
  addIdentity()
  report()
})

const isAllowed = (origin) =>
  origin === location.origin || (document.body.dataset.origins ?? '').split(' ').includes(origin)

function report() {
  port?.postMessage({ height: Math.ceil(root.getBoundingClientRect().height), page: document.body.dataset.page })
}

new ResizeObserver(report).observe(root)
// survey.js replaces the body.
new MutationObserver(report).observe(root, { childList: true })
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) port?.postMessage({ isClosing: true })
})
