'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import type { RecordCollection, RecordUsage } from './record-collections'

/** @property alerts names of the alerts that reference it. */
export type DeleteRecordDialogProps = {
  collection: RecordCollection
  id: string
  name: string
  usage: RecordUsage
  alertNames: readonly string[]
}

const DELETE: Record<RecordCollection, (input: { id: string }) => Promise<unknown>> = {
  locations: async (input) => trpc.locations.delete.mutate(input),
  employees: async (input) => trpc.employees.delete.mutate(input),
  companies: async (input) => trpc.contactOrganizations.delete.mutate(input),
}

export function DeleteRecordDialog({ collection, id, name, usage, alertNames }: DeleteRecordDialogProps) {
  const t = useTranslations('records')
  const { perform } = useMutationAction()

  async function remove() {
    await perform(async () => {
      await DELETE[collection]({ id })
      return { success: t('deleted', { name }), href: `/${collection}` }
    })
  }

  return (
    <ConfirmDialog
      trigger={<Button>{t('delete')}</Button>}
      title={t('deleteTitle', { name })}
      action={t(`${collection}.deleteAction`)}
      onConfirm={remove}
    >
      <Consequences collection={collection} usage={usage} alertNames={alertNames} />
    </ConfirmDialog>
  )
}

function Consequences({
  collection,
  usage,
  alertNames,
}: Pick<DeleteRecordDialogProps, 'collection' | 'usage' | 'alertNames'>) {
  const t = useTranslations('records')
  const locale = useLocale()
  const { contacts = 0, reviews = 0, places = 0, reviewLinks = 0, responses = 0, sendings = 0 } = usage
  if (collection === 'companies') return <p>{t('companies.deleteContacts', { count: contacts })}</p>
  const sendingsNote = sendings > 0 && ` ${t('deleteSendings', { count: sendings })}`
  if (collection === 'employees')
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
      {alertNames.length > 0 && (
        <p>
          {t('locations.deleteAlerts', {
            count: alertNames.length,
            names: new Intl.ListFormat(locale).format(alertNames),
          })}
        </p>
      )}
      <p>
        {t('locations.deleteHistory', { count: responses })}
        {sendingsNote}
      </p>
    </>
  )
}
