import type { IncomingMessage, ServerResponse } from 'node:http'
import { aReceiver, type Receiver } from './https-receiver'

export type ScriptedJsonResponse = { status?: number; headers?: Record<string, string>; body?: unknown }

export type ScriptedSite = Receiver & {
  responses: Record<string, ScriptedJsonResponse | ScriptedJsonResponse[]>
  requestLines: () => string[]
  formData: (index: number) => Record<string, string>
}

/** A scriptable JSON site on loopback over HTTPS. @param otherwise answers requests without a script */
export async function aScriptedSite(
  answers: ScriptedSite['responses'],
  otherwise: ScriptedJsonResponse,
): Promise<ScriptedSite> {
  const receiver = await aReceiver()
  const site: ScriptedSite = {
    ...receiver,
    responses: answers,
    requestLines: () => receiver.requests.map(({ method, path }) => `${method} ${path}`),
    formData: (index) => Object.fromEntries(new URLSearchParams(receiver.requests[index]?.body.toString())),
  }
  receiver.script((request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'https://site.example')
    const scripted = site.responses[`${request.method} ${pathname}`] ?? otherwise
    const answer = Array.isArray(scripted) ? (scripted.length > 1 ? scripted.shift() : scripted[0]) : scripted
    const { status = 200, headers = {}, body } = answer ?? otherwise
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  return site
}
