import { getT } from '@/components/i18n/server'
import { ReasonText } from '@/components/sequences/reason-text'
import { SENDING_STATUS_TONES } from '@/components/sequences/status-tones'
import { StepStatusBadge } from '@/components/sequences/step-status-badge'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { SendingListItem } from '@/server/sequences/schema'

type Props = { sendings: readonly SendingListItem[]; names: ReadonlyMap<string, string> }

export async function ContactSendings({ sendings, names }: Props) {
  const t = await getT('contacts')
  if (sendings.length === 0) return <p className="text-14 text-ink-soft">{t('noSendings')}</p>
  return (
    <>
      {sendings.some(({ status }) => status === 'queued') && <AutoRefresh key={JSON.stringify(sendings)} />}
      <DataTable
        caption={t('sendings')}
        rows={sendings}
        rowKey={(sending) => sending.id}
        rowHref={(sending) => `/sequences/${sending.sequenceId ?? 'none'}/sendings/${sending.id}`}
        columns={[
          {
            key: 'sequence',
            header: t('columns.sequence'),
            cell: (sending) => (sending.sequenceId && names.get(sending.sequenceId)) || t('singleSurvey'),
            className: 'w-2/5 sm:min-w-36',
            grow: true,
            phoneSlot: 'title',
          },
          {
            key: 'status',
            header: t('columns.status'),
            cell: (sending) => (
              <Badge tone={SENDING_STATUS_TONES[sending.status]}>{t(`sending.${sending.status}`)}</Badge>
            ),
            phoneSlot: 'aside',
          },
          {
            key: 'last',
            header: t('columns.lastStep'),
            cell: (sending) => <LastStep sending={sending} />,
            className: 'md:w-2/5',
            grow: true,
            phoneSlot: 'detail',
          },
          {
            key: 'when',
            header: t('columns.enrolled'),
            cell: (sending) => <Time value={sending.createdAt} />,
            className: 'sm:min-w-32',
            phoneSlot: 'end',
          },
        ]}
      />
    </>
  )
}

function LastStep({ sending: { lastStep, reason } }: { sending: SendingListItem }) {
  const skipReason = lastStep?.reason ?? reason
  if (!lastStep && !skipReason) return <Dash />
  return (
    <span className="grid justify-items-start gap-1">
      {lastStep && (
        <span className={skipReason ? 'max-sm:hidden' : undefined}>
          <StepStatusBadge status={lastStep.status} />
        </span>
      )}
      {skipReason && (
        <span className="sm:max-md:hidden">
          <ReasonText reason={skipReason} />
        </span>
      )}
    </span>
  )
}
