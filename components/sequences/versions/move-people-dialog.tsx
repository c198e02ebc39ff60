'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Dialog } from '@/components/ui/overlays/dialog'
import type { PeopleUnderWay } from '@/server/sequences/schema'
import type { MovePreview } from '@/server/sequences/versions/schema'

type Change = MovePreview['changes'][number]

type MovePeopleDialogProps = {
  preview: MovePreview
  /** Null if nothing is to be saved. */
  onChoose: (choice: PeopleUnderWay | null) => void
}

/** Asks what people under way do after a change of the steps. */
export function MovePeopleDialog({ preview: { people, changes }, onChoose }: MovePeopleDialogProps) {
  const t = useTranslations('sequences')
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onChoose(null)
      }}
      title={t('underWay.title', { people })}
      footer={
        <>
          <Button onClick={() => onChoose('move')}>{t('underWay.move')}</Button>
          <Button variant="primary" onClick={() => onChoose('stay')}>
            {t('underWay.stay')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-14 text-ink-soft">
        <p>{t('underWay.sentence')}</p>
        {changes.length === 0 ? (
          <p>{t('underWay.sameNext')}</p>
        ) : (
          <>
            <p>{t('underWay.changes')}</p>
            <ul className="list-disc pl-5">
              {changes.map((change) => (
                <li key={JSON.stringify(change)}>
                  <ChangeText change={change} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}

function ChangeText({ change: { people, before, after } }: { change: Change }) {
  const t = useTranslations('sequences')
  const describe = (step: Change['after']) =>
    step === null
      ? t('underWay.end')
      : t('underWay.next', { number: step.position + 1, type: t(`stepType.${step.type}`) })
  return t('underWay.change', { people, before: describe(before), after: describe(after) })
}
