'use client'

import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { MASTER_DATA_API } from './master-data-api'
import type { MasterDataCollectionName } from './master-data-collections'
import { MasterDataCombobox } from './master-data-combobox'

type MergedEntry = { collection: MasterDataCollectionName; id: string; name: string }
type MergeMasterDataDialogProps = MergedEntry & { open: boolean; onOpenChange: (open: boolean) => void }

/** Merges a location, employee or company into another, which stays. */
export function MergeMasterDataDialog({ open, onOpenChange, ...entry }: MergeMasterDataDialogProps) {
  const t = useTranslations('records')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={t('mergeTitle', { name: entry.name })}
      description={t('mergeBody', { name: entry.name })}
    >
      <MergeForm {...entry} onMerged={() => onOpenChange(false)} />
    </Dialog>
  )
}

function MergeForm({ collection, id, name, onMerged }: MergedEntry & { onMerged: () => void }) {
  const t = useTranslations('records')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { intoId: '' } })

  async function merge({ intoId }: { intoId: string }) {
    if (intoId === '') {
      form.setError('intoId', { type: 'required', message: t('mergeChoose') }, { shouldFocus: true })
      return
    }
    await perform(async () => {
      await MASTER_DATA_API[collection].merge.mutate({ id, intoId })
      onMerged()
      return { success: t('merged', { name }), href: `/${collection}/${intoId}` }
    })
  }

  return (
    <Form form={form} onSubmit={merge} guardsUnsaved={false}>
      <FormField control={form.control} name="intoId" label={t('mergeInto')} help={t('mergeId')}>
        {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection={collection} excludedId={id} />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          {t('mergeAction')}
        </Button>
      </FormActions>
    </Form>
  )
}
