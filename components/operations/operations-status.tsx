import type { Operations } from '@/server/operations/schema'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'

/** Whether everything goes out, in one sentence. */
export async function OperationsStatus({ operations }: { operations: Operations }) {
  const t = await getT('operations')
  const { waiting, faults, pauses, failures } = operations
  if (faults.length > 0)
    return (
      <Callout tone="neutral" title={t('status.faultsTitle', { count: faults.length })}>
        {t('status.faults', { count: faults.length })}
      </Callout>
    )
  if (waiting.some(({ isLate }) => isLate))
    return (
      <Callout tone="neutral" title={t('status.lateTitle')}>
        {t('status.late')}
      </Callout>
    )
  if (pauses.some(({ kind }) => kind === 'captured'))
    return (
      <Callout tone="neutral" title={t('status.capturedTitle')}>
        {t('status.captured')}
      </Callout>
    )
  return (
    <Callout tone="positive" title={t('status.goodTitle')}>
      {t(failures.length > 0 ? 'status.goodWithFailures' : 'status.good')}
    </Callout>
  )
}
