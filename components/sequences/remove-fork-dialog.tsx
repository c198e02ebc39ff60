import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Dialog } from '@/components/ui/overlays/dialog'

type RemoveForkDialogProps = {
  number: number
  /** In its branches. */
  count: number
  onClose: () => void
  onRemove: (keepsBranches: boolean) => void
}

/** Asks what happens to the steps of a fork that is removed. */
export function RemoveForkDialog({ number, count, onClose, onRemove }: RemoveForkDialogProps) {
  const t = useTranslations('sequences.removeFork')
  const remove = (keepsBranches: boolean) => () => {
    onClose()
    onRemove(keepsBranches)
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={t('title', { number })}
      footer={
        <>
          <Button variant="danger" onClick={remove(false)}>
            {t('all')}
          </Button>
          <Button variant="primary" onClick={remove(true)}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-soft">{t('body', { count })}</p>
    </Dialog>
  )
}
