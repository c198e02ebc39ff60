import { getT } from '@/components/i18n/server'
import { Card, Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import type { TriggerAddress } from '@/server/sequences/trigger-addresses/schema'
import { CreateAddressButton } from './create-address-button'
import { TriggerFacts } from './trigger-facts'

type TriggerSectionProps = { sequenceId: string; address: TriggerAddress | null }

/** On the page of how people enter a sequence. */
export async function TriggerSection({ sequenceId, address }: TriggerSectionProps) {
  const t = await getT('trigger')
  const path = `/sequences/${sequenceId}/entry/trigger`
  return (
    <Section
      title={t('title')}
      description={t('sentence')}
      action={
        address ? (
          <span className="flex gap-2">
            <Button asChild>
              <Link href={`${path}/requests`}>{t('log')}</Link>
            </Button>
            <Button asChild variant={address.settings === null ? 'primary' : 'secondary'}>
              <Link href={path}>{t('open')}</Link>
            </Button>
          </span>
        ) : (
          <CreateAddressButton sequenceId={sequenceId} />
        )
      }
    >
      {address ? (
        <Card>
          <TriggerFacts address={address} />
        </Card>
      ) : (
        <p className="text-14 text-ink-faint">{t('none')}</p>
      )}
    </Section>
  )
}
