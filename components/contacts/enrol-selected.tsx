'use client'

import { Workflow } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { RecordCombobox } from '@/components/records/record-combobox'
import { trpc, useToFailure } from '@/components/trpc'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { Select } from '@/components/ui/controls/select'
import { Field } from '@/components/ui/forms/field'
import { readText } from '@/components/ui/forms/read-texts'
import { useSelected } from '@/components/ui/lists/selection'
import { Dialog } from '@/components/ui/overlays/dialog'
import { toast } from '@/components/ui/overlays/toast'

type Choice = { id: string; name: string }

/** Starts a sequence for the selected contacts, as the API does. */
export function EnrolSelected() {
  const t = useTranslations('lists.bulk')
  const common = useTranslations('common')
  const toFailure = useToFailure()
  const { ids, deselect } = useSelected()
  const [open, setOpen] = useState(false)
  const [choices, setChoices] = useState<readonly Choice[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [locationId, setLocationId] = useState('')
  const [employeeId, setEmployeeId] = useState('')

  async function change(isOpen: boolean) {
    setOpen(isOpen)
    if (!isOpen) return
    setFault(null)
    try {
      const { data } = await trpc.sequences.browse.query({ status: 'active', sort: 'name', limit: 100 })
      setChoices(data)
    } catch (error) {
      setFault(toFailure(error).summary)
    }
  }

  async function enrol(form: FormData) {
    setPending(true)
    setFault(null)
    try {
      const contacts = await Promise.all(ids.map(async (id) => trpc.contacts.get.query({ id })))
      const { data } = await trpc.sequences.execute.mutate({
        id: readText(form, 'sequence'),
        contacts: contacts.map(({ data: { email, phone } }) => ({ email, ...(phone === null ? {} : { phone }) })),
        locationId: locationId || null,
        employeeId: employeeId || null,
      })
      setOpen(false)
      toast.success(t('enrolled', { count: data.results.length }))
      deselect()
    } catch (error) {
      setFault(toFailure(error).summary)
    }
    setPending(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => void change(isOpen)}
      trigger={
        <Button size="small">
          <Workflow size={14} aria-hidden />
          {t('enrol')}
        </Button>
      }
      size="small"
      title={t('enrolTitle', { count: ids.length })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void enrol(new FormData(event.currentTarget))
        }}
      >
        {choices?.length === 0 ? (
          <p className="text-14 text-ink-soft">{t('enrolNone')}</p>
        ) : (
          <>
            <Field label={t('sequence')} help={t('enrolNote')}>
              <Select
                name="sequence"
                disabled={choices === null}
                {...(choices === null ? { placeholder: common('loading') } : {})}
                options={(choices ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field label={t('enrolLocation')} help={t('enrolLocationHelp')} optional>
              <RecordCombobox noun="locations" value={locationId} onChange={setLocationId} />
            </Field>
            <Field label={t('enrolEmployee')} help={t('enrolEmployeeHelp')} optional>
              <RecordCombobox noun="employees" value={employeeId} onChange={setEmployeeId} />
            </Field>
          </>
        )}
        {fault !== null && <Callout tone="negative">{fault}</Callout>}
        <div>
          <Button type="submit" variant="primary" pending={pending} disabled={!choices || choices.length === 0}>
            {t('enrolSubmit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
