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
import { type LabeledFieldValue, useConflictDetection } from '../ui/forms/use-conflict-detection'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'
import type { AnyMasterDataEntry, MasterDataCollectionName } from './master-data-collections'

/** @property record the one to edit; omit to create one. @property timeZones for locations. */
type MasterDataFormProps = {
  collection: MasterDataCollectionName
  record?: AnyMasterDataEntry
  timeZones: readonly Option[]
}

export function CreateMasterDataDialog({ collection, timeZones }: Omit<MasterDataFormProps, 'record'>) {
  const t = useTranslations('records')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t(`${collection}.create`)}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t(`${collection}.createTitle`)}
    >
      <MasterDataForm collection={collection} timeZones={timeZones} onSaved={() => setOpen(false)} />
    </Dialog>
  )
}

type EditMasterDataDialogProps = MasterDataFormProps & {
  record: AnyMasterDataEntry
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function EditMasterDataDialog({ open, onOpenChange, ...form }: EditMasterDataDialogProps) {
  const t = useTranslations('records')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="small" title={t('editTitle', { name: form.record.name })}>
      <MasterDataForm {...form} onSaved={() => onOpenChange(false)} />
    </Dialog>
  )
}

function MasterDataForm({ collection, record, timeZones, onSaved }: MasterDataFormProps & { onSaved: () => void }) {
  const t = useTranslations('records')
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: formFields(record) })
  const { baseline, conflictDetection } = useConflictDetection(record, {
    toValues: formFields,
    describe: (fields): LabeledFieldValue[] => [
      [t('fields.name'), fields.name],
      ...(collection === 'locations'
        ? [[t('fields.timeZone'), fields.timeZone || t('fields.timeZoneSame')] satisfies LabeledFieldValue]
        : []),
      ...(collection === 'employees' ? [[t('fields.email'), fields.email] satisfies LabeledFieldValue] : []),
    ],
  })

  async function save(values: Fields) {
    await perform(async () => {
      const { data } = await SAVE[collection](values, baseline.current)
      onSaved()
      return { success: t(record ? 'saved' : 'created', { name: data.name }) }
    })
  }

  return (
    <Form form={form} onSubmit={save} {...(record ? { conflictDetection } : {})}>
      <FormField control={form.control} name="name" label={t('fields.name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      {collection === 'locations' && (
        <FormField control={form.control} name="timeZone" label={t('fields.timeZone')} help={t('fields.timeZoneHelp')}>
          {(field) => <Select {...field} placeholder={t('fields.timeZoneSame')} options={timeZones} />}
        </FormField>
      )}
      {collection === 'employees' && (
        <FormField control={form.control} name="email" label={t('fields.email')} help={t('fields.emailHelp')} optional>
          {(field) => <Input {...field} type="email" autoComplete="off" />}
        </FormField>
      )}
      <FormActions>
        <SubmitButton form={form}>{record ? common('save') : t(`${collection}.create`)}</SubmitButton>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields(record: AnyMasterDataEntry | undefined) {
  return { name: record?.name ?? '', timeZone: record?.timeZone ?? '', email: record?.email ?? '' }
}

/** Creates a record, or updates it against the version that was read. */
const SAVE: Record<
  MasterDataCollectionName,
  (fields: Fields, read: AnyMasterDataEntry | undefined) => Promise<{ data: { name: string } }>
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
    const asRead = { name: read.name, email: read.email ?? null }
    return trpc.employees.update.mutate({ id: read.id, ...input, asRead })
  },
  companies: async ({ name }, read) =>
    read
      ? trpc.contactOrganizations.update.mutate({ id: read.id, name, asRead: { name: read.name } })
      : trpc.contactOrganizations.create.mutate({ name }),
}
