import { env } from '../env'
import type { ContactEmailLayoutData } from '../messaging/templates/layout'
import { toSingleLine } from '../messaging/templates/sanitize-name'
import type { Language } from '../validation/schema'
import { type StoredLogo, toLogoImage } from './constants'
import { pickFooterText } from './footer-text'
import { SELECT_LOGO } from './logo'
import { parsePageLook } from './page-look'

export const SELECT_EMAIL_SENDER = {
  select: { name: true, postalAddress: true, footerText: true, pageLook: true, logo: SELECT_LOGO },
} as const

type EmailSenderRow = {
  name: string
  postalAddress: string | null
  footerText: unknown
  pageLook: unknown
  logo: StoredLogo | null
}

/** What the header and the footer of emails to customers show of an organization. */
export function presentEmailSender(
  { name, postalAddress, footerText, pageLook, logo }: EmailSenderRow,
  language: Language,
): Pick<ContactEmailLayoutData, 'organization' | 'logo' | 'look' | 'postalAddress' | 'footerText'> {
  return {
    organization: toSingleLine(name),
    logo: logo && presentEmailLogo(logo),
    look: parsePageLook(pageLook),
    postalAddress,
    footerText: pickFooterText(footerText, language),
  }
}

function presentEmailLogo(logo: StoredLogo) {
  const { path, ...size } = toLogoImage(logo)
  return { url: env.baseUrl + path, ...size }
}
