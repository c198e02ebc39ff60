import type { IncomingMessage, ServerResponse } from 'node:http'
import { aReceiver, type Receiver } from './receiver'

export type ScriptedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown }

export type ScriptedSite = Receiver & {
  /** What it answers, by method and path; of several one after the other, the last for good. */
  answers: Record<string, ScriptedAnswer | ScriptedAnswer[]>
  /** What it was asked, by method and path with its query. */
  asked: () => string[]
  /** The form that came with a request. */
  formOf: (index: number) => Record<string, string>
}

/** A site on loopback, over HTTPS, that answers as it is told, in JSON. @param otherwise for whatever it was not told. */
export async function aScriptedSite(
  answers: ScriptedSite['answers'],
  otherwise: ScriptedAnswer,
): Promise<ScriptedSite> {
  const receiver = await aReceiver()
  const site: ScriptedSite = {
    ...receiver,
    answers,
    asked: () => receiver.requests.map(({ method, path }) => `${method} ${path}`),
    formOf: (index) => Object.fromEntries(new URLSearchParams(receiver.requests[index]?.body.toString())),
  }
  receiver.script((request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'https://site.example')
    const told = site.answers[`${request.method} ${pathname}`] ?? otherwise
    const given = Array.isArray(told) ? (told.length > 1 ? told.shift() : told[0]) : told
    const { status = 200, headers = {}, body } = given ?? otherwise
    response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  return site
}
