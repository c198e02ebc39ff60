import { timingSafeEqual } from 'node:crypto'
import { verifyPassword } from '../../auth/passwords'
import { USES_SECURE_COOKIES } from '../../auth/session-cookie'
import { keyedHash, keyedHashesUnderAllSecrets } from '../../encryption'
import type { HeaderSource } from '../../rate-limit/client-ip-address'
import {
  consumePasswordAttempt,
  consumeSharedView,
  consumeTokenGuess,
} from '../../rate-limit/shared-results-rate-limit'
import { SHARED_TOKEN } from '../../shared-results/constants'
import {
  type FilterNames,
  findSharedPage,
  loadFilterNames,
  loadSharedResults,
  recordSharedView,
  type SharedPage,
} from '../../shared-results/load-shared-results'
import type { SurveyResults, SurveyResultsFilters } from '../../survey-results/schema'
import { readUrlEncodedForm } from '../request-body'

/* The page of shared results, /shared/<token>. The token is the only credential, beside a password if the page has one. */

const MAX_FORM_BYTES = 4096

export type SharedResultsPage =
  | { kind: 'password' | 'tooMany'; organizationName: string }
  | {
      kind: 'results'
      organizationName: string
      title: string
      results: SurveyResults
      filters: SurveyResultsFilters
      showsTexts: boolean
      /** Null if names are not shared. */
      names: FilterNames | null
    }

type Visitor = { headers: HeaderSource; readCookie: (name: string) => string | undefined }

/** @returns null for an address that is not known, or not any more */
export async function viewSharedResults(token: string, visitor: Visitor): Promise<SharedResultsPage | null> {
  const page = await findPage(token, visitor.headers)
  if (page === null) return null
  const { id, organizationName, title, filters, showsTexts, showsNames } = page
  if (!isUnlocked(page, visitor.readCookie(cookieName(page)))) return { kind: 'password', organizationName }
  if ((await consumeSharedView(id, visitor.headers)) !== null) return { kind: 'tooMany', organizationName }
  const [results, names] = await Promise.all([
    loadSharedResults(page),
    showsNames ? loadFilterNames(page) : null,
    recordSharedView(page),
  ])
  return { kind: 'results', organizationName, title, results, filters, showsTexts, names }
}

/** POST /api/shared-results: a page's password. Leads back to the page, with a cookie that opens it if the password is right. */
export async function unlockSharedResults(request: Request): Promise<Response> {
  const form = await readUrlEncodedForm(request, MAX_FORM_BYTES)
  const token = form.get('token') ?? ''
  const page = await findPage(token, request.headers)
  if (page?.passwordHash == null) return redirectToPage(token)
  const { retryAfter, refund } = await consumePasswordAttempt(page.id, request.headers)
  if (retryAfter !== null) return redirectToPage(token, 'wait')
  if (!(await verifyPassword(page.passwordHash, form.get('password') ?? ''))) return redirectToPage(token, 'wrong')
  await refund()
  const response = redirectToPage(token)
  const attributes = `Path=/shared/; HttpOnly; SameSite=Lax${USES_SECURE_COOKIES ? '; Secure' : ''}`
  response.headers.set('Set-Cookie', `${cookieName(page)}=${unlockValue(page)}; ${attributes}`)
  return response
}

async function findPage(token: string, headers: HeaderSource): Promise<SharedPage | null> {
  if (!SHARED_TOKEN.test(token)) return null
  const { retryAfter, refund } = await consumeTokenGuess(headers)
  if (retryAfter !== null) return null
  const page = await findSharedPage(token)
  if (page !== null) await refund()
  return page
}

function redirectToPage(token: string, fault?: 'wrong' | 'wait'): Response {
  const path = `/shared/${SHARED_TOKEN.test(token) ? token : 'unknown'}`
  const headers = { Location: fault ? `${path}?fault=${fault}` : path, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 303, headers })
}

function cookieName({ id }: SharedPage): string {
  return `results-${id}`
}

/** Another password makes it invalid. */
function unlockText({ id, passwordHash }: SharedPage): string {
  return `${id} ${passwordHash}`
}

function unlockValue(page: SharedPage): string {
  return Buffer.from(keyedHash('shared-results', unlockText(page))).toString('base64url')
}

function isUnlocked(page: SharedPage, cookie: string | undefined): boolean {
  if (page.passwordHash === null) return true
  const sent = Buffer.from(cookie ?? '', 'base64url')
  return keyedHashesUnderAllSecrets('shared-results', unlockText(page)).some(
    (hash) => hash.length === sent.length && timingSafeEqual(hash, sent),
  )
}
