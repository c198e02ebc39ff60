import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { SendingTableRow } from '@/server/sequences/sending/schema'
import { ReasonText } from './reason-text'
import { SENDING_STATUS_TONES } from './status-tones'
import { StepStatusBadge } from './step-status-badge'

type SendingTableProps = { sequenceId: string; sendings: readonly SendingTableRow[] }

export async function SendingTable({ sequenceId, sendings }: SendingTableProps) {
  const t = await getT('sequences')
  const renderLastStep = ({ lastStep }: SendingTableRow) =>
    lastStep ? (
      <span className="inline-flex items-center gap-2">
        {t(`stepType.${lastStep.type}`)}
        <StepStatusBadge status={lastStep.status} />
      </span>
    ) : (
      <span className="text-ink-faint">{t('people.notStarted')}</span>
    )
  return (
    <ClientMessages namespaces={['sequences']}>
      <DataTable
        caption={t('tabs.people')}
        rows={sendings}
        rowKey={(sending) => sending.id}
        rowHref={(sending) => `/sequences/${sequenceId}/sendings/${sending.id}`}
        columns={[
          {
            key: 'person',
            header: t('columns.person'),
            cell: (sending) => sending.contactName ?? t('people.deletedContact'),
            className: 'w-1/2 sm:min-w-40',
            grow: true,
            phoneSlot: 'title',
          },
          {
            key: 'status',
            header: t('columns.status'),
            cell: (sending) => (
              <Badge tone={SENDING_STATUS_TONES[sending.status]}>{t(`sendingStatus.${sending.status}`)}</Badge>
            ),
            phoneSlot: 'aside',
          },
          {
            key: 'where',
            header: t('columns.where'),
            cell: renderLastStep,
          },
          {
            key: 'why',
            header: t('columns.why'),
            hiddenBelow: 'md',
            grow: true,
            cell: (sending) => {
              const reason = sending.reason ?? sending.lastStep?.reason
              if (reason) return <ReasonText reason={reason} />
              return (
                <>
                  <span className="max-sm:hidden">
                    <Dash />
                  </span>
                  <span className="sm:hidden">{renderLastStep(sending)}</span>
                </>
              )
            },
            phoneSlot: 'detail',
          },
          {
            key: 'next',
            header: t('columns.next'),
            hiddenBelow: 'lg',
            cell: (sending) => (sending.dueAt ? <Time value={sending.dueAt} /> : <Dash />),
          },
          {
            key: 'enrolled',
            header: t('columns.enrolled'),
            hiddenBelow: 'lg',
            cell: (sending) => <Time value={sending.createdAt} />,
            phoneSlot: 'end',
          },
        ]}
      />
    </ClientMessages>
  )
}
