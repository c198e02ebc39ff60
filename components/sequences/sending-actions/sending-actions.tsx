'use client'

import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useNow, useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Menu, MenuItem } from '@/components/ui/controls/menu'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { SendingDetail } from '@/server/sequences/sending/schema'
import type { SendingActionType } from '@/server/sequences/sending-actions/constants'
import { SENDING_ACTION_ICONS } from './sending-action-icons'

type SendingActionsProps = { sending: Pick<SendingDetail, 'id' | 'pausedAt' | 'dueAt' | 'steps'>; name: string }

type ConfirmedAction = Extract<SendingActionType, 'skipStep' | 'cancel'>

/** What can be done with a sending that has not ended. */
export function SendingActions({ sending: { id, pausedAt, dueAt, steps }, name }: SendingActionsProps) {
  const t = useTranslations('sequences.sendingActions')
  const now = useNow()
  const { perform, run, pending } = useMutationAction()
  // The step that is meant: if another one is next by then, nothing is skipped.
  const nextStep = steps.find(({ endedAt }) => endedAt === null)
  const waitsUntil = nextStep?.dueAt ?? dueAt
  const [confirming, setConfirming] = useState<ConfirmedAction | null>(null)
  const act = (type: SendingActionType) => async () => {
    if (type === 'skipWait' || type === 'skipStep')
      await trpc.sendings.skip.mutate({
        id,
        what: type === 'skipWait' ? 'wait' : 'step',
        ...(nextStep === undefined ? {} : { stepId: nextStep.stepId }),
      })
    else await trpc.sendings[type].mutate({ id })
    return { success: t(`done.${type}`, { count: 1 }) }
  }
  const toggle = pausedAt === null ? 'pause' : 'resume'
  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t('menu')} variant="secondary" />}>
        {waitsUntil !== null && Date.parse(waitsUntil) > now.getTime() && (
          <MenuItem icon={SENDING_ACTION_ICONS.skipWait} onSelect={() => run(act('skipWait'))}>
            {t('action.skipWait')}
          </MenuItem>
        )}
        {nextStep && (
          <MenuItem icon={SENDING_ACTION_ICONS.skipStep} onSelect={() => setConfirming('skipStep')}>
            {t('action.skipStep')}
          </MenuItem>
        )}
        <MenuItem icon={SENDING_ACTION_ICONS.cancel} tone="danger" onSelect={() => setConfirming('cancel')}>
          {t('action.cancel')}
        </MenuItem>
      </Menu>
      <Button pending={pending} onClick={() => run(act(toggle))}>
        {t(`action.${toggle}`)}
      </Button>
      {confirming && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setConfirming(null)}
          title={t(`titleOne.${confirming}`, { name })}
          action={t(`action.${confirming}`)}
          tone="danger"
          onConfirm={() => perform(act(confirming))}
        >
          <p>{t(`body.${confirming}`)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
