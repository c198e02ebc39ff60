'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import type { Noun, RecordUse } from './record-collections'

/** @property alerts names of the alerts that reference it. */
export type DeleteRecordProps = { noun: Noun; id: string; name: string; use: RecordUse; alerts: readonly string[] }

const DELETE: Record<Noun, (input: { id: string }) => Promise<unknown>> = {
  locations: async (input) => trpc.locations.delete.mutate(input),
  employees: async (input) => trpc.employees.delete.mutate(input),
  companies: async (input) => trpc.contactOrganizations.delete.mutate(input),
}

export function DeleteRecord({ noun, id, name, use, alerts }: DeleteRecordProps) {
  const t = useTranslations('records')
  const { perform } = useMutationAction()

  async function remove() {
    await perform(async () => {
      await DELETE[noun]({ id })
      return { success: t('deleted', { name }), href: `/${noun}` }
    })
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('delete')}</Button>}
      title={t('deleteTitle', { name })}
      action={t(`${noun}.deleteAction`)}
      onConfirm={remove}
    >
      <Consequences noun={noun} use={use} alerts={alerts} />
    </ConfirmDialog>
  )
}

function Consequences({ noun, use, alerts }: Pick<DeleteRecordProps, 'noun' | 'use' | 'alerts'>) {
  const t = useTranslations('records')
  const locale = useLocale()
  const { contacts = 0, reviews = 0, places = 0, reviewLinks = 0, responses = 0, sendings = 0 } = use
  if (noun === 'companies') return <p>{t('companies.deleteContacts', { count: contacts })}</p>
  const sendingsNote = sendings > 0 && ` ${t('deleteSendings', { count: sendings })}`
  if (noun === 'employees')
    return (
      <p>
        {t('employees.deleteHistory', { count: responses })}
        {sendingsNote}
      </p>
    )
  return (
    <>
      <p>
        {t('locations.deleteContacts', { count: contacts })}
        {reviews > 0 && ` ${t('locations.deleteReviews', { count: reviews })}`}
      </p>
      {places > 0 && <p>{t('locations.deletePlaces', { count: places })}</p>}
      {reviewLinks > 0 && <p>{t('locations.deleteReviewLinks', { count: reviewLinks })}</p>}
      {alerts.length > 0 && (
        <p>
          {t('locations.deleteAlerts', { count: alerts.length, names: new Intl.ListFormat(locale).format(alerts) })}
        </p>
      )}
      <p>
        {t('locations.deleteHistory', { count: responses })}
        {sendingsNote}
      </p>
    </>
  )
}
