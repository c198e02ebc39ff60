import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { Rendered } from './layout'
import { renderNotice } from './notice-email'

export type VerificationEmail = {
  language: Locale
  /** The page with the button; following it alone confirms nothing. */
  url: string
  /** Whether an organization of theirs waits for it. */
  isAwaited: boolean
}

/**
 * Asks a person to confirm that an address is theirs. It goes to whatever address a stranger typed, so not one word of it
 * is the stranger's: no name, and not that of the organization.
 */
export function renderVerificationEmail({ language, url, isAwaited }: VerificationEmail): Rendered {
  const t = translator(language, 'email')
  const { host } = new URL(url)
  return renderNotice({
    language,
    from: translator(language, 'common')('product'),
    subject: t('verify.subject'),
    paragraphs: [t('greetingNameless'), t(isAwaited ? 'verify.why' : 'verify.whyAccount', { host }), t('verify.until')],
    button: { label: t('verify.open'), url },
    foot: t('verify.footer'),
  })
}
