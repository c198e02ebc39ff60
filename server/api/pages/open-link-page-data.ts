import type { OrganizationBranding } from '../../sender-profile/branding'
import type { ContactError } from '../../survey-links/contact-details'
import type { OpenLink } from '../../survey-links/open-link'
import type { Language } from '../../validation/schema'

/** @property addressParameters which the form behind the PIN is to have */
export type PinPageData = {
  kind: 'pin'
  organization: OrganizationBranding
  language: Language
  addressParameters: readonly (readonly [string, string])[]
  isWrong: boolean
}

/** What the form of an open link has beside the questions. */
export type OpenLinkFormData = {
  viewToken: string
  /** False behind a PIN, which would have to be entered again. */
  canChangeLanguage: boolean
  asksContact: OpenLink['asksContact']
  /** Signed by the owner's server; empty without one. The script of a widget's frame sets it, too. */
  token: string
  contact: { name: string; email: string }
  contactError: ContactError | null
  /** The form was not of this link, and nothing was stored. */
  isStale: boolean
}
