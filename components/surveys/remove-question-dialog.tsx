import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { readText } from './draft-texts'
import type { QuestionDraft } from './draft-types'
import { useEditedLanguage } from './edited-language'

type RemoveQuestionDialogProps = {
  /** The questions whose conditions or jumps refer to the one that is removed. */
  dependents: readonly QuestionDraft[]
  onClose: () => void
  onRemove: () => void
}

export function RemoveQuestionDialog({ dependents, onClose, onRemove }: RemoveQuestionDialogProps) {
  const t = useTranslations('surveys')
  const { edited } = useEditedLanguage()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('removeTitle')}
      action={t('remove')}
      onConfirm={async () => onRemove()}
    >
      <p>{t('removeBody')}</p>
      <ul className="list-disc pl-5">
        {dependents.map(({ ref, text }) => (
          <li key={ref} dir="auto" className="wrap-anywhere">
            {readText(text, edited) || t('text')}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
