import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useParseCallError } from '@/components/trpc'
import { Callout } from '../content/callout'
import { Button } from '../controls/button'
import { Dialog, DialogClose } from './dialog'

export type ConfirmDialogProps = {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  action: string
  /** The button that does nothing: “Cancel”, unless the action is called so. */
  dismissLabel?: string
  tone?: 'danger' | 'primary'
  /** On an error the dialog stays open and shows it. */
  onConfirm: () => Promise<unknown>
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { trigger, title, children, action, dismissLabel, tone = 'danger', onConfirm } = props
  const t = useTranslations('common')
  const toFailure = useParseCallError()
  const [ownOpen, setOwnOpen] = useState(false)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const open = props.open ?? ownOpen

  function changeOpen(next: boolean) {
    if (pending) return
    setFailed(null)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  async function confirm() {
    setPending(true)
    setFailed(null)
    try {
      await onConfirm()
      setPending(false)
      setOwnOpen(false)
      props.onOpenChange?.(false)
    } catch (error) {
      setPending(false)
      setFailed(toFailure(error).summary)
    }
  }

  return (
    <Dialog
      {...(trigger ? { trigger } : {})}
      open={open}
      onOpenChange={changeOpen}
      title={title}
      size="small"
      footer={
        <>
          <DialogClose>
            <Button>{dismissLabel ?? t('cancel')}</Button>
          </DialogClose>
          <Button variant={tone} pending={pending} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-14 text-ink-soft">
        <div className="grid gap-2">{children}</div>
        {failed && <Callout tone="negative">{failed}</Callout>}
      </div>
    </Dialog>
  )
}
