import type { DigestPreference } from '@/server/digests/schema'
import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { DigestSwitch } from './digest-switch'
import { SendDigestPreviewButton } from './send-digest-preview-button'

type DigestPreferencesSectionProps = { choices: readonly DigestPreference[]; isEmailStoredInOutbox: boolean }

export async function DigestPreferencesSection({ choices, isEmailStoredInOutbox }: DigestPreferencesSectionProps) {
  const t = await getT('digests')
  return (
    <Section
      title={t('title')}
      description={t('profileLead')}
      action={<SendDigestPreviewButton isEmailStoredInOutbox={isEmailStoredInOutbox} />}
    >
      <ul className="divide-y rounded-card border bg-surface">
        {choices.map((choice) => (
          <li key={choice.organizationId} className="flex items-center justify-between gap-4 px-4 py-3">
            <span className="min-w-0 truncate text-14 font-medium">{choice.name}</span>
            <DigestSwitch choice={choice} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
