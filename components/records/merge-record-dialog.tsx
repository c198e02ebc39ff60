'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '../ui/controls/button'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'
import { RECORD_API } from './record-api'
import type { RecordCollection } from './record-collections'
import { RecordCombobox } from './record-combobox'

type MergeRecordDialogProps = { collection: RecordCollection; id: string; name: string }

/** Merges a location, employee or company into another, which stays. */
export function MergeRecordDialog(props: MergeRecordDialogProps) {
  const t = useTranslations('records')
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button>{t('merge')}</Button>}
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t('mergeTitle', { name: props.name })}
      description={t('mergeBody', { name: props.name })}
    >
      <MergeForm {...props} onMerged={() => setOpen(false)} />
    </Dialog>
  )
}

function MergeForm({ collection, id, name, onMerged }: MergeRecordDialogProps & { onMerged: () => void }) {
  const t = useTranslations('records')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { intoId: '' } })

  async function merge({ intoId }: { intoId: string }) {
    if (intoId === '') {
      form.setError('intoId', { type: 'required', message: t('mergeChoose') }, { shouldFocus: true })
      return
    }
    await perform(async () => {
      await RECORD_API[collection].merge.mutate({ id, intoId })
      onMerged()
      return { success: t('merged', { name }), href: `/${collection}/${intoId}` }
    })
  }

  return (
    <Form form={form} onSubmit={merge} guardsUnsaved={false}>
      <FormField control={form.control} name="intoId" label={t('mergeInto')} help={t('mergeId')}>
        {(field) => <RecordCombobox {...field} keepsUnmatchedText collection={collection} excludedId={id} />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          {t('mergeAction')}
        </Button>
      </FormActions>
    </Form>
  )
}
