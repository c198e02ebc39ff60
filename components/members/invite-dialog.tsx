'use client'

import { Plus } from 'lucide-react'
import { useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { AssignableRole } from '@/server/members/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { RadioGroup } from '../ui/controls/radio-group'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { Dialog } from '../ui/overlays/dialog'
import { useOpenFromUrl } from '../ui/overlays/use-open-from-url'
import { useMutationAction } from '../use-mutation-action'

type Fields = { email: string; role: AssignableRole }

export type InviteDialogProps = {
  /** No mail server is configured: the email is captured in the Outbox. */
  isCaptured: boolean
}

export function InviteDialog({ isCaptured }: InviteDialogProps) {
  const t = useTranslations('members.invite')
  const [open, setOpen] = useOpenFromUrl('create')
  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('open')}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
      size="small"
      title={t('title')}
      description={t('lead')}
    >
      <InviteForm isCaptured={isCaptured} onSent={() => setOpen(false)} />
    </Dialog>
  )
}

function InviteForm({ isCaptured, onSent }: InviteDialogProps & { onSent: () => void }) {
  const t = useTranslations('members')
  const { perform } = useMutationAction()
  const form = useForm<Fields>({ defaultValues: { email: '', role: 'member' } })
  const { field: role } = useController({ control: form.control, name: 'role' })

  const invite = async (fields: Fields) =>
    perform(async () => {
      const { data } = await trpc.members.invite.mutate(fields)
      onSent()
      return { success: t(isCaptured ? 'invite.kept' : 'invite.sent', { email: data.email }) }
    })

  return (
    <Form form={form} onSubmit={invite}>
      <FormField control={form.control} name="email" label={t('invite.email')}>
        {(field) => <Input {...field} type="email" autoComplete="off" />}
      </FormField>
      <Fieldset label={t('invite.role')}>
        <RadioGroup
          value={role.value}
          onChange={role.onChange}
          options={(['member', 'admin'] as const).map((value) => ({
            value,
            label: t(`role.${value}`),
            help: t(`invite.roleHelp.${value}`),
          }))}
        />
      </Fieldset>
      <FormActions>
        <SubmitButton form={form}>{t('invite.submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
