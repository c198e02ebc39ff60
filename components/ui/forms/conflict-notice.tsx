import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '../controls/button'
import type { FieldDifference } from './use-conflict-detection'

export type ConflictNoticeProps = {
  differences: readonly FieldDifference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function ConflictNotice({ differences, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const t = useTranslations('common.changed')
  const router = useRouter()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])

  function acceptTheirs() {
    onTakeTheirs()
    router.refresh()
  }

  return (
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby="changed-title"
      aria-describedby="changed-body"
      className="grid scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-neutral-line bg-neutral-soft p-4 text-14 text-ink"
    >
      <div className="grid gap-0.5">
        <p id="changed-title" className="font-medium">
          {t('title')}
        </p>
        <p id="changed-body" className="text-ink-soft">
          {t('body')}
        </p>
      </div>
      <table className="w-full table-fixed border-collapse text-left text-13">
        <thead className="text-12 text-ink-soft">
          <tr>
            <th scope="col" className="w-1/4 py-1.5 pr-3 font-normal">
              {t('field')}
            </th>
            <th scope="col" className="py-1.5 pr-3 font-normal">
              {t('theirs')}
            </th>
            <th scope="col" className="py-1.5 font-normal">
              {t('yours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, mine, theirs }) => (
            <tr key={label} className="border-t border-neutral-line align-top">
              <th scope="row" className="py-1.5 pr-3 font-medium wrap-anywhere">
                {label}
              </th>
              <Version words={theirs} />
              <Version words={mine} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>{t('keep')}</Button>
        <Button onClick={acceptTheirs}>{t('take')}</Button>
      </div>
    </div>
  )
}

function Version({ words }: { words: string }) {
  const t = useTranslations('common.changed')
  return (
    <td className="py-1.5 pr-3 wrap-anywhere whitespace-pre-line last:pr-0">
      {words === '' ? <span className="text-ink-soft italic">{t('empty')}</span> : words}
    </td>
  )
}
