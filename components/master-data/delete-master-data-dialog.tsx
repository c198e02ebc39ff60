'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog'
import { useMutationAction } from '../use-mutation-action'
import { MASTER_DATA_API } from './master-data-api'
import type { MasterDataCollectionName, MasterDataUsageCounts } from './master-data-collections'

/** @property alertNames names of the alerts that reference it. */
type DeleteMasterDataDialogProps = {
  collection: MasterDataCollectionName
  id: string
  name: string
  usage: MasterDataUsageCounts
  alertNames: readonly string[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DeleteMasterDataDialog(props: DeleteMasterDataDialogProps) {
  const { collection, id, name, open, onOpenChange } = props
  const t = useTranslations('records')
  const { perform } = useMutationAction()

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteTitle', { name })}
      action={t(`${collection}.deleteAction`)}
      onConfirm={async () =>
        perform(async () => {
          await MASTER_DATA_API[collection].delete.mutate({ id })
          return { success: t('deleted', { name }), href: `/${collection}` }
        })
      }
    >
      <Consequences {...props} />
    </ConfirmDialog>
  )
}

function Consequences({
  collection,
  usage,
  alertNames,
}: Pick<DeleteMasterDataDialogProps, 'collection' | 'usage' | 'alertNames'>) {
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
