'use client'

import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { cn } from '../ui/cn'
import { Button } from '../ui/controls/button'

export function FilePicker({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useTranslations('imports.choose')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  return (
    // Dropping does what the button does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={t('button')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={cn(
        'grid justify-items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <FileSpreadsheet size={20} aria-hidden className="text-ink-faint" />
      <p className="text-14 max-sm:hidden">{t('drop')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-label={t('button')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('button')}
      </Button>
      <p className="text-13 text-ink-faint">{t('limits')}</p>
    </div>
  )
}
