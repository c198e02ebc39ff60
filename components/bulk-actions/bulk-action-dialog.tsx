'use client'

import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { BulkActionType } from '@/server/bulk-actions/constants'
import type { BulkActionPreview, ContactSelection } from '@/server/bulk-actions/schema'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { trpc, useParseCallError } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Form, FormActions } from '../ui/forms/form'
import { Dialog, DialogClose } from '../ui/overlays/dialog'
import { type ActionValues, EMPTY_VALUES, findMissingField, toAction } from './action-values'
import { BulkActionFields } from './bulk-action-fields'
import { BulkActionPreviewSummary } from './bulk-action-preview-summary'
import { useBulkActionStart } from './use-bulk-action-start'
import { useEnrolmentTargetOptions } from './use-enrolment-target-options'

type BulkActionDialogProps = {
  type: BulkActionType
  selection: ContactSelection
  /** Contacts that the list shows as selected. */
  count: number
  properties: readonly ContactProperty[]
  onClose: () => void
}

export function BulkActionDialog({ type, selection, count, properties, onClose }: BulkActionDialogProps) {
  const t = useTranslations('bulkActions')
  const common = useTranslations('common')
  const form = useForm<ActionValues>({ defaultValues: EMPTY_VALUES })
  const sendableId = useWatch({ control: form.control, name: 'sendableId' })
  const { preview, fault } = usePreview(type, selection, sendableId)
  const sendables = useEnrolmentTargetOptions(type)
  const start = useBulkActionStart(selection)
  const total = preview?.total ?? count
  const skippedCount = preview?.skipped.reduce((sum, skipped) => sum + skipped.count, 0) ?? 0
  const sendable = sendables.choices?.find(({ id }) => id === sendableId)
  const error = fault ?? sendables.fault
  const isDangerous = type === 'delete' || type === 'erase'
  // Without a field, the focus starts on the harmless button.
  const isExplained = isDangerous || type === 'unsubscribe'

  async function submit(values: ActionValues) {
    const missing = findMissingField(type, values)
    if (missing !== null) {
      form.setError(missing.field, { type: 'required', message: t(missing.message) }, { shouldFocus: true })
      return
    }
    await start(toAction(type, values, properties))
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      size="small"
      title={t(`ask.${type}`, { count: total })}
    >
      <Form form={form} onSubmit={submit} guardsUnsaved={false} className="gap-4">
        {error !== null && <Callout tone="negative">{error}</Callout>}
        <BulkActionFields type={type} control={form.control} properties={properties} sendables={sendables.choices} />
        <BulkActionPreviewSummary type={type} preview={preview} name={sendable?.name} />
        <FormActions>
          {isExplained && (
            <DialogClose>
              <Button>{common('cancel')}</Button>
            </DialogClose>
          )}
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} pending={form.formState.isSubmitting}>
            {t(`submit.${type}`, { count: total - skippedCount })}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** What the action would do. Null while it is counted, and if nothing is counted beforehand. */
function usePreview(type: BulkActionType, selection: ContactSelection, sendableId: string) {
  const toFailure = useParseCallError()
  const [preview, setPreview] = useState<BulkActionPreview | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const key = JSON.stringify([type, selection, sendableId])
  useEffect(() => {
    let isCurrent = true
    setFault(null)
    const target = sendableId === '' ? {} : type === 'enrol' ? { sequenceId: sendableId } : { surveyId: sendableId }
    trpc.bulkActions.preview.query({ selection, ...target }).then(
      ({ data }) => isCurrent && setPreview(data),
      (error: unknown) => isCurrent && setFault(toFailure(error).summary),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for its parts
  }, [key])
  return { preview, fault }
}
