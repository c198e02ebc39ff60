import type { z } from 'zod'
import { MINUTE_MS, now } from '../../clock'
import { parseRetryAfter } from '../../outbound/retry-after'
import type { OutboundRequest, OutboundResponse } from '../../outbound/safe-request'
import { toFailureCode } from '../../outbound/safe-request-error'
import type { SkippedReviews } from './site-client'
import { createSiteFailure, SiteFailure } from './site-failure'

export type SiteTransport = (call: OutboundRequest) => Promise<OutboundResponse>

const TIMEOUT_MS = 15_000
const BODY_TIMEOUT_MS = 10_000
const BODY_MAX_BYTES = 4 * 1024 * 1024
const MESSAGE_MAX_CHARACTERS = 500
const RETRY_AFTER_MAX_MS = 24 * 60 * MINUTE_MS

export type SiteRequest = Pick<OutboundRequest, 'method' | 'url'> & { headers?: Record<string, string>; body?: string }

/**
 * Calls a site and maps every error to a `SiteFailure`.
 * @param readErrorMessage extracts the error message from this site's response.
 * @returns the body of a 2xx response.
 */
export async function requestSite(
  transport: SiteTransport,
  call: SiteRequest,
  readErrorMessage: (body: unknown) => string | undefined,
): Promise<string> {
  const response = await sendRequest(transport, call)
  if (response.status >= 200 && response.status < 300) {
    if (!response.isComplete) throw createSiteFailure('misunderstood', { where: 'the end of the answer' })
    return response.body
  }
  throw toSiteFailure(response, readErrorMessage)
}

async function sendRequest(transport: SiteTransport, { headers = {}, ...call }: SiteRequest) {
  try {
    return await transport({
      ...call,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'CustomerFeedbackService/1',
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      timeoutMs: TIMEOUT_MS,
      bodyTimeoutMs: BODY_TIMEOUT_MS,
      bodyMaxBytes: BODY_MAX_BYTES,
    })
  } catch (error) {
    throw createSiteFailure('unreachable', { why: toFailureCode(error) })
  }
}

function toSiteFailure(
  { status, headers, body }: OutboundResponse,
  readErrorMessage: (body: unknown) => string | undefined,
): SiteFailure {
  const words = (readErrorMessage(parseJson(body)) ?? '')
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, MESSAGE_MAX_CHARACTERS)
  const requestedMs = parseRetryAfter(headers['retry-after'], now())
  const retryAfterMs = requestedMs === null ? null : Math.min(requestedMs, RETRY_AFTER_MAX_MS)
  if (status === 429) return createSiteFailure('rateLimited', {}, retryAfterMs)
  if (status >= 500) return createSiteFailure('unavailable', { status: String(status) }, retryAfterMs)
  if (status === 401) return createSiteFailure('unauthorized', {})
  if (status === 403) return createSiteFailure('forbidden', { words })
  if (status === 404 || status === 410) return createSiteFailure('notFound', {})
  return createSiteFailure('refused', { status: String(status), words })
}

export async function nullIfNotFound<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof SiteFailure && error.code === 'notFound') return null
    throw error
  }
}

export function parseResponse<T>(schema: z.ZodType<T>, body: string): T {
  const result = schema.safeParse(parseJson(body))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw createSiteFailure('misunderstood', { where: issue?.path.join('.') || 'the whole answer' })
}

/** Parses each element separately, so that an invalid one does not hide the others. @param where path of the list in the response. */
export function parseValidElements<T>(schema: z.ZodType<T>, elements: readonly unknown[], where: string) {
  const read: T[] = []
  const skipped: SkippedReviews = { count: 0, first: null }
  for (const [index, element] of elements.entries()) {
    const result = schema.safeParse(element)
    if (result.success) read.push(result.data)
    else {
      skipped.count += 1
      skipped.first ??= [where, index, ...issuePath(result.error.issues[0])].join('.')
    }
  }
  return { read, skipped }
}

function issuePath(issue: z.core.$ZodIssue | undefined): PropertyKey[] {
  if (issue === undefined) return []
  return issue.code === 'invalid_union' ? [...issue.path, ...issuePath(issue.errors.at(-1)?.[0])] : issue.path
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
