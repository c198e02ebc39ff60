import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Card } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import type { TriggerRequest } from '@/server/sequences/trigger-addresses/schema'

export async function RequestFacts({ sequenceId, request }: { sequenceId: string; request: TriggerRequest }) {
  const t = await getT('trigger')
  const { outcome, details, contactId, contactName, sendingId, replayOfId, isReplayed, createdAt } = request
  const path = `/sequences/${sequenceId}/entry/trigger/requests`
  return (
    <Card>
      <DefinitionList
        items={[
          { label: t('columns.when'), value: <Time value={createdAt} as="datetime" /> },
          ...(details.length > 0
            ? [
                {
                  label: t(outcome === 'entered' ? 'notes' : 'reasons'),
                  value: (
                    <ul className="grid gap-1">
                      {details.map(({ field, message }) => (
                        <li key={`${field} ${message}`}>{message}</li>
                      ))}
                    </ul>
                  ),
                },
              ]
            : []),
          ...(contactName === null
            ? []
            : [
                {
                  label: t('contact'),
                  value: <TextLink href={`/contacts/${contactId ?? ''}`}>{contactName}</TextLink>,
                },
              ]),
          ...(sendingId === null
            ? []
            : [
                {
                  label: t('sending'),
                  value: (
                    <TextLink href={`/sequences/${sequenceId}/sendings/${sendingId}`}>{t('showSending')}</TextLink>
                  ),
                },
              ]),
          ...(replayOfId === null
            ? []
            : [
                {
                  label: t('isReplay'),
                  value: <TextLink href={`${path}/${replayOfId}`}>{t('showOriginal')}</TextLink>,
                },
              ]),
          ...(isReplayed ? [{ label: t('columns.outcome'), value: <Badge>{t('isReplayed')}</Badge> }] : []),
        ]}
      />
    </Card>
  )
}
