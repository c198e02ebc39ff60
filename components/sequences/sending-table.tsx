import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { DataTable } from '@/components/ui/lists/data-table'
import type { SendingTableRow } from '@/server/sequences/sending/schema'
import { ReasonText } from './reason-text'
import { SendingStatusBadge } from './sending-status-badge'
import { StepStatusBadge } from './step-status-badge'

/** @property isOfOneStep each row tells what became of the step that the list is filtered by */
type SendingTableProps = { sequenceId: string; sendings: readonly SendingTableRow[]; isOfOneStep: boolean }

export async function SendingTable({ sequenceId, sendings, isOfOneStep }: SendingTableProps) {
  const [t, tResults] = await Promise.all([getT('sequences'), getT('sequenceResults')])
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
        rowName={(sending) => sending.contactName ?? sending.email}
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
            cell: (sending) => <SendingStatusBadge sending={sending} />,
            phoneSlot: 'aside',
          },
          {
            key: 'where',
            header: isOfOneStep ? tResults('people.step') : t('columns.where'),
            cell: renderLastStep,
          },
          {
            key: 'why',
            header: t('columns.why'),
            hiddenBelow: 'md',
            grow: true,
            cell: (sending) => {
              const stepReason = sending.lastStep?.reason
              const reason = isOfOneStep ? (stepReason ?? sending.reason) : (sending.reason ?? stepReason)
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
