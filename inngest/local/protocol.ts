import { createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { JobEvent } from './events'
import type { Results } from './progress'

/* Wire protocol between a runner and the SDK's endpoint, as an Inngest server speaks it. */

export type Transport = (request: Request) => Promise<Response>

export type Endpoint = {
  url: string
  signingKey: string
  send: Transport
}

export type Call = {
  functionId: string
  runId: string
  event: JobEvent
  results: Results
  attempt: number
  maxAttempts: number
}

const Op = z.looseObject({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  displayName: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
})
export type Op = z.infer<typeof Op>

/** Response of the app. `unreachable`: not an SDK response; `refused`: connection refused, so nothing was started. */
export type Reply =
  | { kind: 'completed'; output: unknown }
  | { kind: 'ops'; ops: Op[]; retryAt: Date | undefined }
  | { kind: 'failed'; error: unknown; isFinal: boolean; retryAt: Date | undefined }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'refused'; reason: string }

/** Upper bound for the retry delay that an error may request. */
const LONGEST_RETRY_MS = 24 * 60 * 60 * 1000

/** Fetches the app's function definitions. @throws {Error} on any other response */
export async function sync(endpoint: Endpoint): Promise<unknown> {
  const response = await endpoint.send(
    signed(endpoint, 'PUT', endpoint.url, { url: endpoint.url }, { 'x-inngest-sync-kind': 'in_band' }),
  )
  if (response.status !== 200) throw new Error(`the job endpoint answered ${response.status} to the sync`)
  return response.json()
}

/**
 * Makes the app register its functions and URL with its Inngest server.
 * @throws {Error} with the server's message if it rejects them
 */
export async function register(endpoint: Endpoint): Promise<void> {
  const response = await endpoint.send(signed(endpoint, 'PUT', endpoint.url, {}, {}))
  if (response.status !== 200) throw new Error(`${response.status} ${(await response.text()).slice(0, 500)}`)
}

/** Executes the function up to the end of its next step. */
export async function callFunction(endpoint: Endpoint, call: Call): Promise<Reply> {
  const url = `${endpoint.url}?fnId=${encodeURIComponent(call.functionId)}&stepId=step`
  let response: Response
  try {
    response = await endpoint.send(signed(endpoint, 'POST', url, callBody(call), { 'x-run-id': call.runId }))
    if (!response.headers.has('x-inngest-sdk')) return { kind: 'unreachable', reason: `status ${response.status}` }
    return await readReply(response)
  } catch (error) {
    return { kind: isRefused(error) ? 'refused' : 'unreachable', reason: failureReason(error) }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function callBody({ event, results, runId, attempt, maxAttempts }: Call): object {
  const stack = results.map(({ hash }) => hash)
  return {
    version: 2,
    event: { ...event, user: {} },
    events: [{ ...event, user: {} }],
    steps: Object.fromEntries(results.map(({ hash, result }) => [hash, result])),
    // Without fn_id the SDK skips checkpointing, which only a server supports.
    ctx: {
      run_id: runId,
      attempt,
      max_attempts: maxAttempts,
      disable_immediate_execution: false,
      use_api: false,
      env: '',
      step_id: 'step',
      stack: { stack, current: stack.length },
    },
  }
}

async function readReply(response: Response): Promise<Reply> {
  const body: unknown = await response.json()
  const retryAt = retryTime(response.headers.get('retry-after'))
  if (response.status === 206) return { kind: 'ops', ops: z.array(Op).parse(body), retryAt }
  if (response.status === 200) return { kind: 'completed', output: body }
  return { kind: 'failed', error: body, isFinal: response.headers.get('x-inngest-no-retry') === 'true', retryAt }
}

function retryTime(header: string | null): Date | undefined {
  if (header === null) return undefined
  const at = /^\d+$/.test(header) ? Date.now() + Number(header) * 1000 : new Date(header).getTime()
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, Date.now() + LONGEST_RETRY_MS))
}

/** HMAC-SHA256 over the canonical JSON (RFC 8785) and the timestamp, as the SDK verifies it. */
function signed(
  endpoint: Endpoint,
  method: string,
  url: string,
  body: object,
  headers: Record<string, string>,
): Request {
  const text = canonicalize(body) ?? ''
  const t = Math.floor(Date.now() / 1000)
  const key = endpoint.signingKey.replace(/^signkey-\w+-/, '')
  const signature = createHmac('sha256', key).update(`${text}${t}`).digest('hex')
  return new Request(url, {
    method,
    body: text,
    headers: {
      'content-type': 'application/json',
      host: new URL(url).host,
      'x-inngest-signature': `t=${t}&s=${signature}`,
      ...headers,
    },
  })
}
