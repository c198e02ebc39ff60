'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { Location } from '@/server/organizations/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { type Option, Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { useShared } from '../ui/forms/shared'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenByAddress } from '../ui/overlays/open-by-address'
import { toast } from '../ui/overlays/toast'

export type LocationDialogProps = {
  timeZones: readonly Option[]
  /** The one to edit, with `open` and `onOpenChange`; without one, a button that adds another. */
  location?: Location
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Adds a location, or edits one. */
export function LocationDialog({ timeZones, location, open, onOpenChange }: LocationDialogProps) {
  const t = useTranslations('settings.locations')
  const [ownOpen, setOwnOpen] = useOpenByAddress('create')
  const change = onOpenChange ?? setOwnOpen
  return (
    <Dialog
      {...(location
        ? {}
        : {
            trigger: (
              <Button variant="primary" aria-keyshortcuts="c">
                <Plus size={16} aria-hidden />
                {t('create')}
              </Button>
            ),
          })}
      open={open ?? ownOpen}
      onOpenChange={change}
      size="small"
      title={location ? t('editTitle', { name: location.name }) : t('createTitle')}
    >
      <LocationForm timeZones={timeZones} {...(location ? { location } : {})} onSaved={() => change(false)} />
    </Dialog>
  )
}

type LocationFormProps = { timeZones: readonly Option[]; location?: Location; onSaved: () => void }

function LocationForm({ timeZones, location, onSaved }: LocationFormProps) {
  const t = useTranslations('settings.locations')
  const tCommon = useTranslations('common')
  const router = useRouter()
  const form = useForm({ defaultValues: formFields(location) })
  const { asRead, shared } = useShared(location, {
    toValues: formFields,
    describe: (fields) => [
      [t('name'), fields.name],
      [
        t('timeZone'),
        timeZones.find(({ value }) => value === fields.timeZone)?.label ?? (fields.timeZone || t('timeZoneSame')),
      ],
    ],
  })

  const save = async ({ name, timeZone }: Fields) => {
    const input = { name, timeZone: timeZone || null }
    const read = asRead.current
    const { data } = read
      ? await trpc.settings.updateLocation.mutate({
          id: read.id,
          ...input,
          asRead: { name: read.name, timeZone: read.timeZone },
        })
      : await trpc.settings.createLocation.mutate(input)
    toast.success(t(location ? 'saved' : 'created', { name: data.name }))
    onSaved()
    router.refresh()
  }

  return (
    <Form form={form} onSubmit={save} {...(location ? { shared } : {})}>
      <FormField control={form.control} name="name" label={t('name')}>
        {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
      </FormField>
      <FormField control={form.control} name="timeZone" label={t('timeZone')} help={t('timeZoneHelp')}>
        {(field) => <Select {...field} placeholder={t('timeZoneSame')} options={timeZones} />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {location ? tCommon('save') : t('create')}
        </Button>
      </FormActions>
    </Form>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields(location: Location | undefined) {
  return { name: location?.name ?? '', timeZone: location?.timeZone ?? '' }
}
