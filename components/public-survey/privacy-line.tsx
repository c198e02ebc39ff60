/** @jsxImportSource preact */
import { getTranslator } from '@/server/messages/message-catalogue'
import type { OrganizationBranding } from '@/server/sender-profile/branding'
import { pickPrivacyNotice } from '@/server/sender-profile/constants'
import type { Language } from '@/server/validation/schema'

type PrivacyProps = { organization: OrganizationBranding; language: Language }

/** Above the button that sends the answers. */
export function PrivacyLine({ organization, language }: PrivacyProps) {
  const { text, url } = pickPrivacyNotice(organization.privacyNotice, language)
  if (text === null && url === null) return null
  return (
    <p class="law" dir="auto">
      {text} {url !== null && <PrivacyLink url={url} language={language} />}
    </p>
  )
}

/** In a tab of its own, so that no answer is lost. */
export function PrivacyLink({ url, language }: { url: string; language: Language }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {getTranslator(language, 'survey')('privacyPolicy')}
    </a>
  )
}
