import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { verifyToken } from '../../encryption'
import { NotFound } from '../../errors'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { consumeSandboxSiteWriteLimit } from '../../rate-limit/sandbox-site-rate-limit'
import {
  createSandboxReview,
  editSandboxReview,
  findSandboxSite,
  listSandboxReviews,
  moderateSandboxReply,
  removeSandboxReview,
  type SandboxReview,
  type SandboxSite,
  updateSandboxSettings,
} from '../../reviews/sandbox/sandbox-site'
import { SandboxModeration, SandboxReviewInput, SandboxSettings } from '../../reviews/sandbox/schema'
import { Id } from '../../validation/schema'
import { logServerError, toAppError } from '../error-mapping'
import { readUrlEncodedForm } from '../request-body'
import { negotiateRequestLocale } from '../session/session'

/* Transport of the sandbox review site's page. Its URL is the only credential; it works without JavaScript. The route renders it. */

const MAX_SANDBOX_FORM_BYTES = 64 * 1024

export type SandboxReviewDraft = { author: string; rating: string; text: string; locationId: string }

export type SandboxPageData = {
  kind: 'sandbox'
  locale: Locale
  path: string
  site: SandboxSite
  reviews: SandboxReview[]
  editing: string | null
  draft: SandboxReviewDraft
  failures: string[]
}

export type SandboxErrorPageData = { kind: 'notice'; locale: Locale; notice: 'unknown' | 'failed' }

export type SandboxPageResult =
  | { status: 200 | 400 | 404 | 413 | 429 | 500; page: SandboxPageData | SandboxErrorPageData; retryAfter?: number }
  | { status: 303; to: string }

export async function viewSandbox(token: string, request: Request): Promise<SandboxPageResult> {
  return withSite(token, request, async (site) => {
    const editing = new URL(request.url).searchParams.get('edit')
    return { status: 200, page: await createView(site, request, editing) }
  })
}

export async function submitSandboxAction(token: string, request: Request): Promise<SandboxPageResult> {
  return withSite(token, request, async (site) => {
    const form = await readUrlEncodedForm(request, MAX_SANDBOX_FORM_BYTES)
    const viewWithFailures = async (failures: string[]): Promise<SandboxPageData> => {
      const editing = form.get('_action') === 'edit' ? form.get('id') : null
      return { ...(await createView(site, request, editing)), ...readDraft(form), failures }
    }
    const locale = negotiateRequestLocale(request.headers)
    const retryAfter = await consumeSandboxSiteWriteLimit(site.organizationId, request.headers)
    if (retryAfter !== null)
      return { status: 429, page: await viewWithFailures([getTranslator(locale, 'sandbox')('tooMany')]), retryAfter }
    try {
      return { status: 303, to: `${new URL(request.url).pathname}#${await runAction(site, form)}` }
    } catch (error) {
      if (toAppError(error).status >= 500) throw error
      return { status: 400, page: await viewWithFailures(describeFailures(error, locale)) }
    }
  })
}

const ReviewId = z.object({ id: Id })

async function runAction({ organizationId }: SandboxSite, form: URLSearchParams): Promise<string> {
  const fields = readFields(form)
  switch (form.get('_action')) {
    case 'write':
      return `review-${await createSandboxReview(organizationId, SandboxReviewInput.parse(fields))}`
    case 'edit': {
      const { id } = ReviewId.parse(fields)
      await editSandboxReview(organizationId, id, SandboxReviewInput.parse(fields))
      return `review-${id}`
    }
    case 'delete':
      await removeSandboxReview(organizationId, ReviewId.parse(fields).id)
      return 'reviews'
    case 'judge': {
      const { id } = ReviewId.parse(fields)
      await moderateSandboxReply(organizationId, id, SandboxModeration.parse(fields))
      return `review-${id}`
    }
    case 'settings':
      await updateSandboxSettings(organizationId, SandboxSettings.parse(fields))
      return 'settings'
    default:
      throw new NotFound('review')
  }
}

/** Undoes the CRLF normalization of forms, which would count a line break as two characters. */
function readFields(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

function describeFailures(error: unknown, locale: Locale): string[] {
  const { message, details } = toAppError(error).localize(locale)
  const t = getTranslator(locale, 'sandbox')
  const labels = new Map<string, string>(FIELDS.map((name) => [name, t(`form.${name}`)]))
  const failures = Object.entries((details ?? {}) as Record<string, string[]>).map(([name, words]) =>
    [labels.get(name), words.join(' ')].filter(Boolean).join(': '),
  )
  return failures.length > 0 ? failures : [message]
}

const FIELDS = ['author', 'rating', 'text', 'locationId'] as const satisfies (keyof SandboxReviewDraft)[]
const EMPTY: SandboxReviewDraft = { author: '', rating: '', text: '', locationId: '' }

function readDraft(form: URLSearchParams): Partial<Pick<SandboxPageData, 'draft'>> {
  const action = form.get('_action')
  if (action !== 'write' && action !== 'edit') return {}
  const field = (name: keyof SandboxReviewDraft) => form.get(name) ?? ''
  return {
    draft: { author: field('author'), rating: field('rating'), text: field('text'), locationId: field('locationId') },
  }
}

async function createView(site: SandboxSite, request: Request, editing: string | null): Promise<SandboxPageData> {
  const reviews = await listSandboxReviews(site.organizationId)
  const edited = reviews.find(({ id }) => id === editing)
  return {
    kind: 'sandbox',
    locale: negotiateRequestLocale(request.headers),
    path: new URL(request.url).pathname,
    site,
    reviews,
    editing: edited?.id ?? null,
    draft: edited
      ? { author: edited.author, rating: String(edited.rating), text: edited.text, locationId: edited.locationId ?? '' }
      : EMPTY,
    failures: [],
  }
}

async function withSite(
  token: string,
  request: Request,
  work: (site: SandboxSite) => Promise<SandboxPageResult>,
): Promise<SandboxPageResult> {
  const notice = { kind: 'notice', locale: negotiateRequestLocale(request.headers) } as const
  try {
    const organizationId = verifyToken('sandbox-site', token)
    const site = organizationId === null ? null : await findSandboxSite(organizationId)
    if (!site) return { status: 404, page: { ...notice, notice: 'unknown' } }
    return await work(site)
  } catch (error) {
    const { status } = toAppError(error)
    logServerError(error, { requestId: uuidv7(), method: request.method, page: 'sandbox' })
    return { status: status === 413 ? 413 : 500, page: { ...notice, notice: 'failed' } }
  }
}
