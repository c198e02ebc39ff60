'use client'

import { Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { type Option, Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { type FieldDescription, useConflictDetection } from '../ui/forms/use-conflict-detection'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'
import type { AnyRecord, RecordCollection } from './record-collections'

export type RecordDialogProps = {
  collection: RecordCollection
  /** The record to edit; omit to create one. */
  record?: AnyRecord
  /** For locations. */
  timeZones?: readonly Option[]
}

export function RecordDialog({ collection, record, timeZones = [] }: RecordDialogProps) {
  const t = useTranslations('records')
  const [open, setOpen] = useOpenFromUrl(record ? 'edit' : 'create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" {...(record ? {} : { 'aria-keyshortcuts': 'c' })}>
          {!record && <Plus size={16} aria-hidden />}
          {record ? t('edit') : t(`${collection}.create`)}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={record ? t('editTitle', { name: record.name }) : t(`${collection}.createTitle`)}
    >
      <RecordForm
        noun={collection}
        timeZones={timeZones}
        {...(record ? { record } : {})}
        onSaved={() => setOpen(false)}
      />
    </Dialog>
  )
}

type RecordFormProps = { noun: RecordCollection; record?: AnyRecord; timeZones: readonly Option[]; onSaved: () => void }

function RecordForm({ noun, record, timeZones, onSaved }: RecordFormProps) {
  const t = useTranslations('records')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: formFields(record) })
  const { baseline, conflictDetection } = useConflictDetection(record, {
    toValues: formFields,
    describe: (fields): FieldDescription[] => [
      [t('fields.name'), fields.name],
      ...(noun === 'locations'
        ? [[t('fields.timeZone'), fields.timeZone || t('fields.timeZoneSame')] satisfies FieldDescription]
        : []),
      ...(noun === 'employees' ? [[t('fields.email'), fields.email] satisfies FieldDescription] : []),
    ],
  })

  async function save(values: Fields) {
    await perform(async () => {
      const { data } = await SAVE[noun](values, baseline.current)
      onSaved()
      return { success: t(record ? 'saved' : 'created', { name: data.name }) }
    })
  }

  return (
    <Form form={form} onSubmit={save} {...(record ? { conflictDetection } : {})}>
      <FormField control={form.control} name="name" label={t('fields.name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {noun === 'locations' && (
        <FormField control={form.control} name="timeZone" label={t('fields.timeZone')} help={t('fields.timeZoneHelp')}>
          {(field) => <Select {...field} placeholder={t('fields.timeZoneSame')} options={timeZones} />}
        </FormField>
      )}
      {noun === 'employees' && (
        <FormField control={form.control} name="email" label={t('fields.email')} help={t('fields.emailHelp')} optional>
          {(field) => <Input {...field} type="email" autoComplete="off" />}
        </FormField>
      )}
      <FormActions>
        <SubmitButton form={form}>{record ? common('save') : t(`${noun}.create`)}</SubmitButton>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields(record: AnyRecord | undefined) {
  return { name: record?.name ?? '', timeZone: record?.timeZone ?? '', email: record?.email ?? '' }
}

/** Creates a record, or updates it against the version that was read. */
const SAVE: Record<
  RecordCollection,
  (fields: Fields, read: AnyRecord | undefined) => Promise<{ data: { name: string } }>
> = {
  locations: async ({ name, timeZone }, read) => {
    const input = { name, timeZone: timeZone || null }
    if (!read) return trpc.locations.create.mutate(input)
    const asRead = { name: read.name, timeZone: read.timeZone ?? null }
    return trpc.locations.update.mutate({ id: read.id, ...input, asRead })
  },
  employees: async ({ name, email }, read) => {
    const input = { name, email: email.trim() || null }
    if (!read) return trpc.employees.create.mutate(input)
    return trpc.employees.update.mutate({
      id: read.id,
      ...input,
      asRead: { name: read.name, email: read.email ?? null },
    })
  },
  companies: async ({ name }, read) =>
    read
      ? trpc.contactOrganizations.update.mutate({ id: read.id, name, asRead: { name: read.name } })
      : trpc.contactOrganizations.create.mutate({ name }),
}
