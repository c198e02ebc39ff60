import { verifyPassword } from '../../auth/passwords'
import { negotiateLocale } from '../../messages/negotiate-locale'
import { consumeDailyAnswers, consumePinAttempt, isBeyondUsualRate } from '../../rate-limit/open-link-rate-limit'
import { consumePublicFormLimit } from '../../rate-limit/public-form-rate-limit'
import { asStoredAnswers } from '../../responses/responses'
import { secondsSinceOpening } from '../../responses/time-to-complete'
import { answersEqual, toFormAnswers, validateAnswers } from '../../responses/validate-answers'
import type { ResponseFlag } from '../../survey-links/constants'
import { parseContactDetails } from '../../survey-links/contact-details'
import type { LinkKind } from '../../survey-links/link-secret'
import { findOpenLink, type OpenLink } from '../../survey-links/open-link'
import type { SignedVisitor } from '../../survey-links/signed-token'
import {
  findLinkResponse,
  type LinkSubmission,
  savePartialLinkResponse,
  submitLinkResponse,
} from '../../survey-links/submit-link-response'
import { type PageView, readPageView } from '../../survey-links/view-token'
import { asStoredFieldValues } from '../../surveys/fields/fields'
import { chooseRedirectUrl } from '../../surveys/thanks/thanks'
import type { Language } from '../../validation/schema'
import { readUrlEncodedForm } from '../request-body'
import { readBasedOn, takeAnswerChange } from './answer-changes'
import {
  answeredCookie,
  notice,
  type OpenLinkPage,
  type OpenLinkResult,
  refuse,
  tooMany,
  unknownLink,
} from './open-link-refusals'
import { readAddress, readAnswers, readCarriedFields } from './page-parameters'
import { findChangeableAnswers, presentForm, presentPin, presentThanks } from './present-open-link'
import { MAX_SURVEY_FORM_BYTES, parseLanguage, withErrorPage } from './public-page'
import { readSigned, readSignedFields, type SignedToken, tokenParameter } from './signed-link-token'
import { takeStep, toFormStep } from './survey-steps'

/*
 * The page of an open link, /f/<slug>, and that of a widget, /w/<key>, which the pages of its origins may frame. Each view of the page has a
 * signed token, which its form sends back.
 */

/** People read and tap for longer; a machine may not. */
const FASTEST_PERSON_MS = 2000

/**
 * GET /f/<slug>. `?view=` continues a view in another language, `?sent=` is where its form leads to, and `?change=` is the form that changes
 * its answers.
 */
export function viewOpenLink(kind: LinkKind, slug: string, request: Request): Promise<OpenLinkResult> {
  return withLink(kind, slug, request, async (link) => {
    const { searchParams } = new URL(request.url)
    const language = chooseLanguage(link, searchParams.get('lang'), request)
    const signed = await readSigned(link, searchParams.get('token'))
    const sent = readPageView(link.id, searchParams.get('sent'))
    if (sent) {
      const thanks = await presentThanks(link, sent, { language, signed })
      if (thanks) return { status: 200, page: thanks }
    }
    const changed = readPageView(link.id, searchParams.get('change'))
    if (changed) return viewChangeForm(link, changed, language)
    const refusal = refuse(link, request, language)
    if (refusal) return refusal
    const view = readPageView(link.id, searchParams.get('view'))
    const { prefill, ...address } = { ...readLinkAddress(link, searchParams, signed), signed }
    if (link.pinHash !== null && !view)
      return { status: 200, page: presentPin(link, language, { ...address, isWrong: false }) }
    const stored = view && (await findLinkResponse(link, view.id))
    if (!view || stored?.submittedAt) {
      const state = { ...address, answers: prefill, resumed: new Map(), score: searchParams.get('score') }
      return { status: 200, page: await presentForm(link, language, state) }
    }
    const resumed = toFormAnswers(asStoredAnswers(stored?.answers ?? []))
    const state = { ...address, view, answers: new Map([...prefill, ...resumed]), resumed }
    return { status: 200, page: await presentForm(link, language, state) }
  })
}

function readLinkAddress(link: OpenLink, params: URLSearchParams, signed: SignedToken | null) {
  const { addressParameters, ...address } = readAddress(link.survey, params)
  return { ...address, addressParameters: [...addressParameters, ...tokenParameter(signed)] }
}

async function viewChangeForm(link: OpenLink, view: PageView, language: Language): Promise<OpenLinkResult> {
  const stored = await findLinkResponse(link, view.id)
  const basedOn = stored && findChangeableAnswers(link, stored)
  if (!stored || basedOn === null) return notice(link, language, 'late', 200)
  const step = toFormStep(link.survey, new Map())
  const answers = toFormAnswers(asStoredAnswers(stored.answers))
  const known = asStoredFieldValues(stored.fields)
  return { status: 200, page: await presentForm(link, language, { view, answers, known, basedOn, step }) }
}

/** POST /f/<slug>: a PIN, a partial response (`_save`), or the answers; `_stay` as for a survey link. */
export function submitOpenLink(kind: LinkKind, slug: string, request: Request): Promise<OpenLinkResult> {
  return withLink(kind, slug, request, async (link) => {
    const form = await readUrlEncodedForm(request, MAX_SURVEY_FORM_BYTES)
    const language = chooseLanguage(link, form.get('_language'), request)
    const view = readPageView(link.id, form.get('_view'))
    if (!view && link.pinHash !== null) return enterPin(link, form, language, request)
    const basedOn = readBasedOn(form)
    if (form.has('_save'))
      return basedOn === null ? savePartial(link, view, form, { language, request }) : { status: 204 }
    if (view && basedOn !== null) return submitChange(link, view, basedOn, { form, language, request })
    const context = { language, request, signed: await readSigned(link, form.get('_token')) }
    const answers = readAnswers(form)
    const step = view && takeStep(link.survey, form, answers)
    if (step) {
      const { faults, ...shown } = step
      const saved = await savePartial(link, view, form, context)
      const fields = readCarriedFields(link.survey, form)
      const { signed } = context
      const state = { view, answers, faults, fields, step: shown, contact: readContact(form), signed }
      return saved.status === 204 ? { status: 200, page: await presentForm(link, language, state) } : saved
    }
    return submitAnswers(link, view, form, context)
  })
}

function withLink(
  kind: LinkKind,
  slug: string,
  request: Request,
  respond: (link: OpenLink) => Promise<OpenLinkResult>,
): Promise<OpenLinkResult> {
  return withErrorPage<OpenLinkPage>(request, async () => {
    const link = await findOpenLink(slug)
    if (!link || (link.widget !== null) !== (kind === 'widget')) return unknownLink(request)
    const result = await respond(link)
    return link.widget ? { ...result, frameOrigins: link.widget.origins } : result
  })
}

type Context = { language: Language; request: Request }
type SubmitContext = Context & { signed: SignedToken | null }

async function enterPin(
  link: OpenLink,
  form: URLSearchParams,
  language: Language,
  request: Request,
): Promise<OpenLinkResult> {
  const refusal = refuse(link, request, language)
  if (refusal) return refusal
  const { searchParams } = new URL(request.url)
  const signed = await readSigned(link, searchParams.get('token'))
  const { prefill, ...address } = readLinkAddress(link, searchParams, signed)
  const { retryAfter, refund } = await consumePinAttempt(link, request.headers)
  if (retryAfter !== null) return tooMany(link, language, retryAfter)
  const isRight = await verifyPassword(link.pinHash, (form.get('_pin') ?? '').trim())
  if (!isRight) return { status: 400, page: presentPin(link, language, { ...address, isWrong: true }) }
  await refund()
  const state = { ...address, signed, answers: prefill, resumed: new Map() }
  return { status: 200, page: await presentForm(link, language, state) }
}

async function savePartial(
  link: OpenLink,
  view: PageView | null,
  form: URLSearchParams,
  { language, request }: Context,
): Promise<OpenLinkResult> {
  if (!view || isHoneypotFilled(form)) return { status: 204 }
  const retryAfter =
    (await consumePublicFormLimit('save', view.id, request.headers)) ?? (await consumeDailyAnswers(link, 'partial'))
  if (retryAfter !== null) return tooMany(link, language, retryAfter)
  const { answers } = validateAnswers(link.survey.questions, readAnswers(form), language)
  const fields = readCarriedFields(link.survey, form)
  await savePartialLinkResponse(link, { responseId: view.id, answers, language, fields })
  return { status: 204 }
}

async function submitAnswers(
  link: OpenLink,
  view: PageView | null,
  form: URLSearchParams,
  { language, request, signed }: SubmitContext,
): Promise<OpenLinkResult> {
  const retryAfter = await consumePublicFormLimit('submission', view?.id ?? link.id, request.headers)
  if (retryAfter !== null) return tooMany(link, language, retryAfter)
  const submitted = readAnswers(form)
  const contact = readContact(form)
  const stored = view && (await findLinkResponse(link, view.id))
  if (view && stored?.submittedAt) {
    const { answers } = validateAnswers(link.survey.questions, submitted, language)
    if (!answersEqual(answers, asStoredAnswers(stored.answers))) return notice(link, language, 'already', 200)
    return showThanks(link, view, form, { language, signed })
  }
  const refusal = refuse(link, request, language)
  if (refusal) return refusal
  const { answers, errors } = validateAnswers(link.survey.questions, submitted, language)
  const { details, error } = chooseContact(link, signed?.visitor, contact)
  if (!view || errors.size > 0 || error) {
    const fields = readCarriedFields(link.survey, form)
    const shown = { answers: submitted, faults: errors, fields, contact, contactError: error, isStale: !view, signed }
    return { status: 400, page: await presentForm(link, language, { ...shown, ...(view ? { view } : {}) }) }
  }
  return storeAnswers(link, view, form, { language, request, signed, answers, contact: details })
}

type Checked = Pick<LinkSubmission, 'answers' | 'contact'>

async function submitChange(
  link: OpenLink,
  view: PageView,
  basedOn: number,
  { form, language, request }: Context & { form: URLSearchParams },
): Promise<OpenLinkResult> {
  const retryAfter = await consumePublicFormLimit('submission', view.id, request.headers)
  if (retryAfter !== null) return tooMany(link, language, retryAfter)
  const stored = await findLinkResponse(link, view.id)
  if (!stored || findChangeableAnswers(link, stored) === null) return notice(link, language, 'late', 200)
  const answers = readAnswers(form)
  const result = await takeAnswerChange(link, { responseId: view.id, basedOn, form, answers, language })
  if (result.state === 'form') {
    const { step, faults } = result
    const known = asStoredFieldValues(stored.fields)
    const page = await presentForm(link, language, { view, answers, known, faults, basedOn, step })
    return { status: faults.size > 0 ? 400 : 200, page }
  }
  if (result.state !== 'changed') return notice(link, language, result.state === 'late' ? 'late' : 'changedSince', 200)
  const page = await presentThanks(link, view, { language, signed: null })
  if (!page) return notice(link, language, 'closed')
  return form.has('_stay') ? { status: 200, page } : { status: 303, location: `${link.path}?sent=${view.token}` }
}

async function storeAnswers(
  link: OpenLink,
  view: PageView,
  form: URLSearchParams,
  { language, request, signed, answers, contact }: SubmitContext & Checked,
): Promise<OpenLinkResult> {
  const flag = await chooseFlag(link, view, form, request)
  const full = await consumeDailyAnswers(link, flag ? 'flagged' : 'answer')
  if (full !== null) return tooMany(link, language, full)
  const secondsToComplete = secondsSinceOpening(view.viewedAt)
  const fields = { ...readCarriedFields(link.survey, form), ...readSignedFields(link, signed) }
  const submission = { responseId: view.id, answers, language, contact, flag, fields, secondsToComplete }
  const result = await submitLinkResponse(link, submission)
  if (result.state === 'unknown') return unknownLink(request)
  if (result.state !== 'submitted') return notice(link, language, result.state)
  if (!result.hasSameAnswers) return notice(link, language, 'already', 200)
  const thanks = await showThanks(link, view, form, { language, signed })
  return link.oncePerDevice ? { ...thanks, cookie: answeredCookie(link) } : thanks
}

async function showThanks(
  link: OpenLink,
  view: PageView,
  form: URLSearchParams,
  { language, signed }: Pick<SubmitContext, 'language' | 'signed'>,
): Promise<OpenLinkResult> {
  const page = await presentThanks(link, view, { language, signed })
  if (!page) return notice(link, language, 'closed')
  // Other sites may forbid to be framed.
  const redirectUrl = link.widget ? null : chooseRedirectUrl(page.thanks ?? {}, link.reviewLinks)
  const sentHref = `${link.path}?sent=${view.token}${signed ? `&token=${signed.token}` : ''}`
  if (!form.has('_stay')) return { status: 303, location: redirectUrl ?? sentHref }
  return { status: 200, page: { ...page, isRedirect: redirectUrl !== null } }
}

async function chooseFlag(
  link: OpenLink,
  { viewedAt }: PageView,
  form: URLSearchParams,
  request: Request,
): Promise<ResponseFlag | null> {
  if (isHoneypotFilled(form)) return 'honeypot'
  if (Date.now() - viewedAt < FASTEST_PERSON_MS) return 'fast'
  // Only counts the others, so that a flood of machines does not get people flagged.
  return (await isBeyondUsualRate(link, request.headers)) ? 'many' : null
}

function readContact(form: URLSearchParams) {
  return { name: form.get('_name') ?? '', email: form.get('_email') ?? '' }
}

/** The person that the owner's server vouches for, whatever the form has; else what was entered. */
function chooseContact(link: OpenLink, visitor: SignedVisitor | undefined, entered: ReturnType<typeof readContact>) {
  if (!visitor?.email) return parseContactDetails(link.asksContact, entered)
  return { details: { name: visitor.name ?? '', email: visitor.email }, error: null }
}

/** People do not see the field. */
function isHoneypotFilled(form: URLSearchParams): boolean {
  return (form.get('_topic') ?? '') !== ''
}

function chooseLanguage({ defaultLanguage }: OpenLink, requested: string | null, request: Request): Language {
  const accepted = request.headers.get('accept-language')
  return parseLanguage(requested) ?? (accepted === null ? defaultLanguage : negotiateLocale(undefined, accepted))
}
