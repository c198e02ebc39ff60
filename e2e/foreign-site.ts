import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVICE } from './service-config'

/* The web site of an owner, as the widget meets it: another origin, with a strict Content Security Policy. */

export type ForeignSite = {
  origin: string
  setBody: (html: string, look?: PageLook) => void
  close: () => Promise<void>
}

type PageLook = { lang?: string; requiresTrustedTypes?: boolean }

/** What the guide of the widget asks for, and nothing else: no styles, no inline scripts. */
const POLICY = [
  "default-src 'none'",
  `script-src ${SERVICE.baseUrl}`,
  `connect-src ${SERVICE.baseUrl}`,
  `frame-src ${SERVICE.baseUrl}`,
].join('; ')

/** Answers every path with the same page. */
export async function aForeignSite(): Promise<ForeignSite> {
  let page = ''
  let policy = POLICY
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    response.end(page)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    setBody: (html, { lang = 'en', requiresTrustedTypes = false } = {}) => {
      policy = requiresTrustedTypes ? `${POLICY}; require-trusted-types-for 'script'` : POLICY
      page = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1>${html}</main></body></html>`
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
