import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Card } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import type { DashboardSubscription } from '@/server/webhooks/schema'
import { AttemptResultLabel, Last24HoursDeliveryCounts } from './delivery-labels'
import { EditEventTypesDialog } from './edit-event-types-dialog'
import { SecretPanel } from './secret-panel'

export async function SubscriptionDetails({ subscription }: { subscription: DashboardSubscription }) {
  const t = await getT('webhooks')
  const { id, triggerTypes, owner, last24Hours, lastAttempt, previousSecretUntil, createdAt } = subscription
  return (
    <Card>
      <DefinitionList
        items={[
          {
            label: t('details.events'),
            value: (
              <span className="flex flex-wrap items-center gap-1.5">
                {triggerTypes.map((kind) => (
                  <Badge key={kind}>{t(`kind.${kind}`)}</Badge>
                ))}
                <EditEventTypesDialog id={id} triggerTypes={triggerTypes} />
              </span>
            ),
          },
          { label: t('details.secret'), value: <SecretPanel id={id} previousSecretUntil={previousSecretUntil} /> },
          {
            label: t('details.owner'),
            value: owner ? t('details.ownerKey', { name: owner.name }) : t('details.ownerNone'),
          },
          ...(subscription.steps.length > 0
            ? [{ label: t('details.steps'), value: <Steps subscription={subscription} /> }]
            : []),
          { label: t('details.day'), value: <Last24HoursDeliveryCounts counts={last24Hours} /> },
          {
            label: t('details.lastAnswer'),
            value: lastAttempt ? (
              <>
                <AttemptResultLabel attempt={lastAttempt} />{' '}
                <Time value={lastAttempt.createdAt} className="text-13 text-ink-faint" />
              </>
            ) : (
              t('details.noAnswer')
            ),
          },
          { label: t('details.created'), value: <Time value={createdAt} as="datetime" /> },
        ]}
      />
    </Card>
  )
}

function Steps({ subscription: { steps } }: { subscription: DashboardSubscription }) {
  const sequences = new Map(steps.map(({ sequenceId, sequenceName }) => [sequenceId, sequenceName]))
  return (
    <span className="flex flex-wrap gap-x-3">
      {[...sequences].map(([id, name]) => (
        <TextLink key={id} href={`/sequences/${id}`}>
          {name}
        </TextLink>
      ))}
    </span>
  )
}
