import type { PreferenceChanges } from '../../contacts/preferences/preferences'
import { getDigestPreferenceByToken, switchDigestByToken } from '../../digests/digest-preference'
import { consumePublicFormLimit } from '../../rate-limit/public-form-rate-limit'
import { type EmailConsent, getEmailConsent, setEmailConsent, setPreferences } from '../../responses/email-consent'
import type { Language } from '../../validation/schema'
import { readUrlEncodedForm } from '../request-body'
import {
  MAX_SURVEY_FORM_BYTES,
  type PublicNoticePageData,
  type PublicPageResult,
  parseLanguage,
  presentNotice,
  withErrorPage,
} from './public-page'

/* Transport of the pages where customers choose what they get. The routes render them. */

/** @property isSaved preferences were saved by this request */
export type EmailConsentPageData = { kind: 'consent'; about: 'unsubscribe' | 'digest'; isSaved: boolean } & EmailConsent

/** GET /u/<token>: read-only, because mail scanners follow links. */
export function viewEmailConsent(token: string, request: Request) {
  return withErrorPage<EmailConsentPageData>(request, async () => {
    const language = parseLanguage(new URL(request.url).searchParams.get('lang'))
    return presentEmailConsent(token, request, { language, isSaved: false })
  })
}

async function presentEmailConsent(
  token: string,
  request: Request,
  { language, isSaved }: { language: Language | undefined; isSaved: boolean },
): Promise<PublicPageResult<EmailConsentPageData | PublicNoticePageData>> {
  const consent = await getEmailConsent(token, language)
  if (consent) return { status: 200, page: { kind: 'consent', about: 'unsubscribe', isSaved, ...consent } }
  const digest = await getDigestPreferenceByToken(token, language)
  if (!digest) return { status: 404, page: presentNotice('unknown', request) }
  const { isOff: hasOptedOut, ...link } = digest
  return { status: 200, page: { kind: 'consent', about: 'digest', isSaved, ...link, hasOptedOut, preferences: null } }
}

/**
 * POST /u/<token>: opts out, or opts in again with the field `_action=subscribe`, or saves preferences with `_action=preferences`. Any other
 * body opts out, such as the one-click unsubscribe of mail clients (RFC 8058), which follow no redirect.
 */
export function submitEmailConsent(token: string, request: Request) {
  return withErrorPage<EmailConsentPageData>(request, async () => {
    const form = await readUrlEncodedForm(request, MAX_SURVEY_FORM_BYTES)
    const action = form.get('_action')
    const retryAfter = await consumePublicFormLimit('consent', token, request.headers)
    if (retryAfter !== null) return { status: 429, page: presentNotice('tooMany', request), retryAfter }
    if (action === 'preferences') {
      const changes = readPreferenceChanges(form)
      if (!(await setPreferences(token, changes))) return { status: 404, page: presentNotice('unknown', request) }
      const language = changes.language ?? parseLanguage(new URL(request.url).searchParams.get('lang'))
      return presentEmailConsent(token, request, { language, isSaved: true })
    }
    const isSubscribing = action === 'subscribe'
    const isKnown =
      (await setEmailConsent(token, isSubscribing ? 'in' : 'out')) || (await switchDigestByToken(token, isSubscribing))
    if (!isKnown) return { status: 404, page: presentNotice('unknown', request) }
    return viewEmailConsent(token, request)
  })
}

/**
 * A field that is missing or unknown changes nothing; checkboxes are read only if the page showed them: `channels` says which. A language
 * that the person left as it was is no change: a member may have set another one meanwhile.
 */
function readPreferenceChanges(form: URLSearchParams): PreferenceChanges {
  const frequency = form.get('frequency')
  const language = parseLanguage(form.get('language'))
  const channels = form.getAll('channel')
  const shown = form.get('channels')
  return {
    ...(frequency === 'fewer' || frequency === 'all' ? { fewerSurveys: frequency === 'fewer' } : {}),
    ...(shown === 'both' || shown === 'email' ? { noEmail: !channels.includes('email') } : {}),
    ...(shown === 'both' ? { noSms: !channels.includes('sms') } : {}),
    ...(language && language !== form.get('languageShown') ? { language } : {}),
  }
}
