'use client'

import { Workflow } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MasterDataCombobox } from '@/components/master-data/master-data-combobox'
import { trpc, useParseCallError } from '@/components/trpc'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { Select } from '@/components/ui/controls/select'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { useSelection } from '@/components/ui/lists/selection'
import { Dialog } from '@/components/ui/overlays/dialog'
import { toast } from '@/components/ui/overlays/toast'

type Choice = { id: string; name: string }

export function EnrolContactsDialog() {
  const t = useTranslations('lists.bulk')
  const common = useTranslations('common')
  const toFailure = useParseCallError()
  const { ids, deselect } = useSelection()
  const [open, setOpen] = useState(false)
  const [choices, setChoices] = useState<readonly Choice[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const form = useForm({ defaultValues: { id: '', locationId: '', employeeId: '' } })
  const selectedId = useWatch({ control: form.control, name: 'id' })
  const selected = choices?.find(({ id }) => id === selectedId)

  async function handleOpenChange(isOpen: boolean) {
    setOpen(isOpen)
    if (!isOpen) return
    setFault(null)
    form.reset()
    try {
      const { data } = await trpc.sequences.browse.query({ status: 'active', sort: 'name', limit: 100 })
      setChoices(data)
    } catch (error) {
      setFault(toFailure(error).summary)
    }
  }

  async function enrol({ id, locationId, employeeId }: { id: string; locationId: string; employeeId: string }) {
    if (id === '') {
      form.setError('id', { type: 'required', message: t('enrolChoose') }, { shouldFocus: true })
      return
    }
    const contacts = await Promise.all(ids.map(async (contactId) => trpc.contacts.get.query({ id: contactId })))
    const { data } = await trpc.sequences.execute.mutate({
      id,
      contacts: contacts.map(({ data: { email, phone } }) => ({ email, ...(phone === null ? {} : { phone }) })),
      locationId: locationId || null,
      employeeId: employeeId || null,
    })
    setOpen(false)
    toast.success(t('enrolled', { count: data.results.length }))
    deselect()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => void handleOpenChange(isOpen)}
      trigger={
        <Button size="small">
          <Workflow size={14} aria-hidden />
          {t('enrol')}
        </Button>
      }
      size="small"
      title={t('enrolTitle', { count: ids.length })}
    >
      {fault !== null && <Callout tone="negative">{fault}</Callout>}
      {choices?.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('enrolNone')}</p>
      ) : (
        <Form form={form} onSubmit={enrol} guardsUnsaved={false} className="gap-4">
          <FormField control={form.control} name="id" label={t('sequence')} help={t('enrolNote')}>
            {(field) => (
              <Select
                {...field}
                placeholder={choices === null ? common('loading') : true}
                options={(choices ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </FormField>
          <FormField
            control={form.control}
            name="locationId"
            label={t('enrolLocation')}
            help={t('enrolLocationHelp')}
            optional
          >
            {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="locations" />}
          </FormField>
          <FormField
            control={form.control}
            name="employeeId"
            label={t('enrolEmployee')}
            help={t('enrolEmployeeHelp')}
            optional
          >
            {(field) => <MasterDataCombobox {...field} keepsUnmatchedText collection="employees" />}
          </FormField>
          {selected && (
            <p className="text-14 text-ink">{t('enrolSummary', { count: ids.length, name: selected.name })}</p>
          )}
          <FormActions>
            <Button type="submit" variant="primary" pending={form.formState.isSubmitting} disabled={choices === null}>
              {t('enrolSubmit', { count: ids.length })}
            </Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  )
}
