import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { readToken } from '../../encryption'
import { NotFound } from '../../errors'
import { Id } from '../../fields/schema'
import { isLocale, type Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import {
  editSandboxReview,
  findSandbox,
  findSandboxReview,
  judgeSandboxReply,
  listSandboxReviews,
  removeSandboxReview,
  type SandboxPage,
  type SandboxReview,
  type SandboxSite,
  setSandboxBehaviour,
  writeSandboxReview,
} from '../../reviews/sandbox/sandbox-site'
import { SandboxBehaviour, SandboxVerdict, SandboxWords } from '../../reviews/sandbox/schema'
import { countSandboxWrite } from '../../throttle/sandbox-writes'
import { readForm } from '../body'
import { logFailure, toAppError } from '../failure'
import { readerLocale } from '../session/session'

/* Transport of the sandbox review site's page. Its URL is the only credential; it works without JavaScript. The route renders it. */

export const MAX_FORM_BYTES = 64 * 1024

export type SandboxDraft = { author: string; rating: string; text: string; locationId: string }

export type SandboxView = {
  kind: 'sandbox'
  locale: Locale
  hrefs: {
    self: string
    otherLanguage: string
    latest: string
    earlier: string | null
    later: string | null
    edit: (id: string) => string
  }
  site: SandboxSite
  page: SandboxPage
  editing: SandboxReview | null
  draft: SandboxDraft
  faults: Partial<Record<keyof SandboxDraft, string>>
  failure: string | null
}

export type SandboxNotice = { kind: 'notice'; locale: Locale; notice: 'unknown' | 'failed' }

export type SandboxAnswer =
  | { status: 200 | 400 | 404 | 413 | 429 | 500; page: SandboxView | SandboxNotice; retryAfter?: number }
  | { status: 303; to: string }

type Reader = { locale: Locale; path: string; language: Locale | null; page: number; editing: string | null }

/** GET /sandbox/<site> */
export async function viewSandbox(token: string, request: Request): Promise<SandboxAnswer> {
  const reader = read(request)
  return guarded(reader, request, async () => {
    const site = await findSite(token)
    if (!site) return { status: 404, page: { kind: 'notice', locale: reader.locale, notice: 'unknown' } }
    return { status: 200, page: await present(site, reader) }
  })
}

/** POST /sandbox/<site>: runs the action of the field `_action`, then redirects to the changed review. */
export async function actOnSandbox(token: string, request: Request): Promise<SandboxAnswer> {
  const reader = read(request)
  return guarded(reader, request, async () => {
    const form = await readForm(request, MAX_FORM_BYTES)
    const site = await findSite(token)
    if (!site) return { status: 404, page: { kind: 'notice', locale: reader.locale, notice: 'unknown' } }
    const again = { ...reader, editing: form.get('_action') === 'edit' ? form.get('id') : null }
    const retryAfter = await countSandboxWrite(site.organizationId, request.headers)
    if (retryAfter !== null) {
      const failure = translator(reader.locale, 'sandbox')('tooMany')
      return { status: 429, page: { ...(await present(site, again)), ...drafted(form), failure }, retryAfter }
    }
    try {
      const { anchor, page = reader.page } = await act(site, form)
      return { status: 303, to: `${addressOf({ ...reader, page })}#${anchor}` }
    } catch (error) {
      const refused = toAppError(error)
      if (refused.status >= 500) throw error
      return { status: 400, page: { ...(await present(site, again)), ...drafted(form), ...said(error, reader.locale) } }
    }
  })
}

const ReviewId = z.object({ id: Id })

/** @returns the anchor of the changed review, and its page if not the current one. */
async function act({ organizationId }: SandboxSite, form: URLSearchParams): Promise<{ anchor: string; page?: number }> {
  const fields = fieldsOf(form)
  switch (form.get('_action')) {
    case 'write': {
      const id = await writeSandboxReview(organizationId, SandboxWords.parse(fields))
      return { anchor: `review-${id}`, page: 1 }
    }
    case 'edit': {
      const { id } = ReviewId.parse(fields)
      await editSandboxReview(organizationId, id, SandboxWords.parse(fields))
      return { anchor: `review-${id}` }
    }
    case 'delete': {
      await removeSandboxReview(organizationId, ReviewId.parse(fields).id)
      return { anchor: 'reviews' }
    }
    case 'judge': {
      const { id } = ReviewId.parse(fields)
      await judgeSandboxReply(organizationId, id, SandboxVerdict.parse(fields))
      return { anchor: `review-${id}` }
    }
    case 'behaviour': {
      await setSandboxBehaviour(organizationId, SandboxBehaviour.parse(fields))
      return { anchor: 'behaviour' }
    }
    default:
      throw new NotFound('review')
  }
}

/** Undoes the CRLF normalization of forms, which would count a line break as two characters. */
function fieldsOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

function said(error: unknown, locale: Locale): Pick<SandboxView, 'faults' | 'failure'> {
  const { message, details } = toAppError(error).inLanguage(locale)
  const told = Object.entries((details ?? {}) as Record<string, string[]>)
  const isField = (name: string) => name in EMPTY
  const others = told.flatMap(([name, words]) => (isField(name) ? [] : words))
  return {
    faults: Object.fromEntries(told.flatMap(([name, words]) => (isField(name) ? [[name, words.join(' ')]] : []))),
    failure: others.length === 0 && told.length > 0 ? null : others.join(' ') || message,
  }
}

const EMPTY: SandboxDraft = { author: '', rating: '', text: '', locationId: '' }

function drafted(form: URLSearchParams): Partial<Pick<SandboxView, 'draft'>> {
  const action = form.get('_action')
  if (action !== 'write' && action !== 'edit') return {}
  const field = (name: keyof SandboxDraft) => form.get(name) ?? ''
  return {
    draft: { author: field('author'), rating: field('rating'), text: field('text'), locationId: field('locationId') },
  }
}

async function findSite(token: string): Promise<SandboxSite | null> {
  const organizationId = readToken('sandbox-site', token)
  return organizationId === null ? null : findSandbox(organizationId)
}

async function present(site: SandboxSite, reader: Reader): Promise<SandboxView> {
  const id = Id.safeParse(reader.editing).data
  const [page, editing] = await Promise.all([
    listSandboxReviews(site.organizationId, reader.page),
    id === undefined ? null : findSandboxReview(site.organizationId, id),
  ])
  const other = reader.locale === 'en' ? 'fr' : 'en'
  const looked = reader.editing === null ? {} : { edit: reader.editing }
  return {
    kind: 'sandbox',
    locale: reader.locale,
    hrefs: {
      self: addressOf(reader),
      otherLanguage: addressOf({ ...reader, language: other }, looked),
      latest: addressOf({ ...reader, page: 1 }),
      later: reader.page > 1 ? addressOf({ ...reader, page: reader.page - 1 }) : null,
      earlier: page.hasMore ? addressOf({ ...reader, page: reader.page + 1 }) : null,
      edit: (review) => `${addressOf(reader, { edit: review })}#write`,
    },
    site,
    page,
    editing,
    draft: editing
      ? {
          author: editing.author,
          rating: String(editing.rating),
          text: editing.text,
          locationId: editing.locationId ?? '',
        }
      : EMPTY,
    faults: {},
    failure: null,
  }
}

function read(request: Request): Reader {
  const { pathname, searchParams } = new URL(request.url)
  const asked = searchParams.get('lang')
  const language = isLocale(asked) ? asked : null
  const page = Number(searchParams.get('page') ?? 1)
  return {
    locale: language ?? readerLocale(request.headers),
    path: pathname,
    language,
    page: Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1,
    editing: searchParams.get('edit'),
  }
}

function addressOf({ path, language, page }: Reader, params: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...(language === null ? {} : { lang: language }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...params,
  })
  return query.size === 0 ? path : `${path}?${query}`
}

async function guarded(
  { locale }: Reader,
  request: Request,
  work: () => Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  try {
    return await work()
  } catch (error) {
    const { status } = toAppError(error)
    logFailure(error, { requestId: uuidv7(), method: request.method, page: 'sandbox' })
    return { status: status === 413 ? 413 : 500, page: { kind: 'notice', locale, notice: 'failed' } }
  }
}
