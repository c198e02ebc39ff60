import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { Counterpart } from '@/server/test-organizations/schema'
import { CopySequenceButton } from './copy-sequence-button'

type CopySequenceSectionProps = {
  sequenceId: string
  counterpart: Counterpart | null
  mayCreate: boolean
}

/** Copies a sequence to the test organization, and one that was tried there to the organization. */
export async function CopySequenceSection({ sequenceId, counterpart, mayCreate }: CopySequenceSectionProps) {
  const t = await getT('testOrganization')
  if (!counterpart && !mayCreate) return null
  return (
    <Section
      title={t(counterpart?.isTest === false ? 'copy.fromTestTitle' : 'copy.title')}
      description={
        counterpart
          ? t(counterpart.isTest ? 'copy.toTest' : 'copy.fromTest', { name: counterpart.name })
          : t('copy.none')
      }
    >
      <div>
        {counterpart ? (
          <ClientMessages namespaces={['testOrganization']}>
            <CopySequenceButton sequenceId={sequenceId} target={counterpart} />
          </ClientMessages>
        ) : (
          <TextLink href="/settings/general">{t('copy.create')}</TextLink>
        )}
      </div>
    </Section>
  )
}
