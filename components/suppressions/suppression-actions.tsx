'use client'

import { Ellipsis, Mail, User } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { SUPPRESSION_NOTE_MAX_CHARACTERS } from '@/server/suppressions/constants'
import type { Suppression } from '@/server/suppressions/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Input } from '../ui/controls/input'
import { Menu, MenuItem, MenuLabel } from '../ui/controls/menu'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { useMutationAction } from '../use-mutation-action'

type SuppressionActionsProps = { suppression: Pick<Suppression, 'id' | 'reason' | 'email' | 'contactId'> }

export function SuppressionActions({ suppression }: SuppressionActionsProps) {
  const t = useTranslations('suppressions')
  const router = useRouter()
  const [isLifting, setIsLifting] = useState(false)
  const { reason, contactId } = suppression
  const name = suppression.email ?? t('hashOnly')
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actionsOf', { name })} size="small" />}>
        {contactId !== null && (
          <MenuItem icon={User} onSelect={() => router.push(`/contacts/${contactId}`)}>
            {t('open')}
          </MenuItem>
        )}
        {reason === 'opted_out' ? (
          <MenuLabel>
            <span className="block max-w-60 whitespace-normal">{t('ownOptOut')}</span>
          </MenuLabel>
        ) : (
          <MenuItem icon={Mail} onSelect={() => setIsLifting(true)}>
            {t('lift')}
          </MenuItem>
        )}
      </Menu>
      {reason !== 'opted_out' && (
        <Dialog
          open={isLifting}
          onOpenChange={setIsLifting}
          size="small"
          title={t('liftTitle', { name })}
          description={t(`liftBody.${reason}`)}
        >
          <LiftForm id={suppression.id} reason={reason} onLifted={() => setIsLifting(false)} />
        </Dialog>
      )}
    </>
  )
}

type LiftFormProps = { id: string; reason: Suppression['reason']; onLifted: () => void }

function LiftForm({ id, reason, onLifted }: LiftFormProps) {
  const t = useTranslations('suppressions')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: { because: '' } })
  const lift = async ({ because }: { because: string }) =>
    perform(async () => {
      await trpc.suppressions.lift.mutate({ id, reason, because })
      onLifted()
      return { success: t('lifted') }
    })
  return (
    <Form form={form} onSubmit={lift}>
      <FormField control={form.control} name="because" label={t('because')} help={t('becauseHelp')}>
        {(field) => <Input {...field} maxLength={SUPPRESSION_NOTE_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <FormActions>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          {t('lift')}
        </Button>
      </FormActions>
    </Form>
  )
}
