import { findOrganizationOfForm, requestPreferenceLink } from '../../contacts/preferences/preference-link'
import { negotiateLocale } from '../../messages/negotiate-locale'
import { consumePreferenceLinkLimit } from '../../rate-limit/public-form-rate-limit'
import type { OrganizationBranding } from '../../sender-profile/branding'
import { Email, Id, Language } from '../../validation/schema'
import { readUrlEncodedForm } from '../request-body'
import { presentNotice, withErrorPage } from './public-page'

/* The form of an organization that mails the link of the preference page to people who lost it. */

const MAX_FORM_BYTES = 4096

/** @property state `sent` is the same for every address, so that the page does not tell who is a contact */
export type PreferenceLinkPageData = {
  kind: 'preferenceLink'
  state: 'form' | 'notAnAddress' | 'sent'
  organization: OrganizationBranding
  language: Language
  email: string
}

/** GET /preferences/<organization id> */
export function viewPreferenceLinkRequest(organizationId: string, request: Request) {
  return withErrorPage<PreferenceLinkPageData>(request, async () => {
    const form = await findForm(organizationId, request)
    if (!form) return { status: 404, page: presentNotice('unknown', request) }
    return { status: 200, page: { kind: 'preferenceLink', state: 'form', ...form, email: '' } }
  })
}

/** POST /preferences/<organization id>: mails the link if the address belongs to a contact. */
export function submitPreferenceLinkRequest(organizationId: string, request: Request) {
  return withErrorPage<PreferenceLinkPageData>(request, async () => {
    const typed = (await readUrlEncodedForm(request, MAX_FORM_BYTES)).get('email') ?? ''
    const form = await findForm(organizationId, request)
    if (!form) return { status: 404, page: presentNotice('unknown', request) }
    const page = { kind: 'preferenceLink' as const, ...form }
    const { data: email } = Email.safeParse(typed)
    if (email === undefined) return { status: 400, page: { ...page, state: 'notAnAddress', email: typed } }
    const limit = await consumePreferenceLinkLimit({ organizationId, email }, request.headers)
    if (limit.retryAfter !== null)
      return { status: 429, page: presentNotice('tooMany', request), retryAfter: limit.retryAfter }
    if (!limit.isRecipientFull) await requestPreferenceLink(organizationId, email, form.language)
    return { status: 200, page: { ...page, state: 'sent', email } }
  })
}

async function findForm(organizationId: string, request: Request) {
  if (!Id.safeParse(organizationId).success) return null
  const found = await findOrganizationOfForm(organizationId)
  if (!found) return null
  const requested = Language.safeParse(new URL(request.url).searchParams.get('lang')).data
  const accepted = request.headers.get('accept-language')
  const language = requested ?? (accepted === null ? found.defaultLanguage : negotiateLocale(undefined, accepted))
  return { organization: found.organization, language }
}
