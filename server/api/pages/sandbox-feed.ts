import { z } from 'zod'
import { verifyToken } from '../../encryption'
import { NotFound, Unauthenticated } from '../../errors'
import {
  deleteSandboxReply,
  getSandboxFeedPage,
  getSandboxFeedReview,
  postSandboxReply,
} from '../../reviews/sandbox/sandbox-feed'
import { findSandboxSite, type SandboxSite } from '../../reviews/sandbox/sandbox-site'
import { FeedReplyInput } from '../../reviews/sandbox/schema'
import { Id, queryNumberSchema } from '../../validation/schema'
import { toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'

/* HTTP transport of the feed protocol (docs/review-feed.md) for the sandbox site. */

const MAX_FEED_BODY_BYTES = 32 * 1024

const Query = z.object({
  limit: queryNumberSchema(z.number().int().min(1)).default(100),
  since: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullable()
    .default(null),
  cursor: z.string().max(200).nullable().default(null),
})

export function handleListFeedReviews(site: string, request: Request): Promise<Response> {
  return handleFeed(site, request, (sandbox) => {
    const params = new URL(request.url).searchParams
    return getSandboxFeedPage(sandbox, Query.parse(Object.fromEntries(params)))
  })
}

export function handleGetFeedReview(site: string, id: string, request: Request): Promise<Response> {
  return handleFeed(site, request, (sandbox) => getSandboxFeedReview(sandbox, reviewId(id)))
}

export function handlePutFeedReply(site: string, id: string, request: Request): Promise<Response> {
  return handleFeed(site, request, async (sandbox) => {
    const { text } = FeedReplyInput.parse(await readJsonObject(request, MAX_FEED_BODY_BYTES))
    return postSandboxReply(sandbox, reviewId(id), text)
  })
}

export function handleDeleteFeedReply(site: string, id: string, request: Request): Promise<Response> {
  return handleFeed(site, request, (sandbox) => deleteSandboxReply(sandbox, reviewId(id)))
}

async function handleFeed(
  token: string,
  request: Request,
  answer: (sandbox: SandboxSite) => Promise<unknown>,
): Promise<Response> {
  try {
    const sandbox = await authenticate(token, request)
    if (sandbox.isDown) return errorResponse(503, 'The site is down for maintenance.')
    const body = await answer(sandbox)
    return body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { headers: NO_STORE })
  } catch (error) {
    const appError = toAppError(error)
    if (appError.status >= 500) throw error
    const { message, details } = appError.localize('en')
    const [first] = Object.values((details ?? {}) as Record<string, string[]>).flat()
    return errorResponse(appError.status === 400 ? 422 : appError.status, first ?? message)
  }
}

async function authenticate(token: string, request: Request): Promise<SandboxSite> {
  const organizationId = verifyToken('sandbox-site', token)
  const sandbox = organizationId === null ? null : await findSandboxSite(organizationId)
  if (!sandbox) throw new NotFound('review')
  const [, bearer = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (verifyToken('sandbox-feed', bearer) !== organizationId) throw new Unauthenticated()
  return sandbox
}

function reviewId(text: string): string {
  const id = Id.safeParse(text)
  if (!id.success) throw new NotFound('review')
  return id.data
}

const NO_STORE = { 'Cache-Control': 'no-store' }

function errorResponse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status, headers: NO_STORE })
}
