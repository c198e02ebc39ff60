'use client'

import { FileSpreadsheet } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IMPORT_RECORDS, type ImportRecords } from '@/server/imports/contacts/constants'
import { useParseCallError } from '../trpc'
import { cn } from '../ui/cn'
import { Callout } from '../ui/content/callout'
import { Progress } from '../ui/content/progress'
import { Button } from '../ui/controls/button'
import { RadioGroup } from '../ui/controls/radio-group'
import { Textarea } from '../ui/controls/textarea'
import { Field, Fieldset } from '../ui/forms/field'
import { sendFile } from './send-file'

type Sending = { name: string; share: number }

/** Chooses, drops or pastes a file, sends it, and opens its import. */
export function UploadForm() {
  const t = useTranslations('imports.choose')
  const router = useRouter()
  const toFailure = useParseCallError()
  const [records, setRecords] = useState<ImportRecords>('people')
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [text, setText] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) notice.current?.focus()
  }, [error])

  async function send(content: Blob, fileName: string | null): Promise<void> {
    const name = fileName ?? t('pasted')
    setError(null)
    setSending({ name, share: 0 })
    try {
      const id = await sendFile({ content, fileName, records }, (share) => setSending({ name, share }))
      router.push(`/contacts/imports/${id}`)
    } catch (failure) {
      const { code, summary } = toFailure(failure)
      setSending(null)
      setError(code === 'UNREACHABLE' ? t('interrupted') : summary)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {error !== null && (
        <Callout ref={notice} tone="negative">
          {error}
        </Callout>
      )}
      <Fieldset label={t('records')}>
        <RadioGroup
          value={records}
          onChange={setRecords}
          options={IMPORT_RECORDS.map((value) => ({ value, label: t(value), help: t(`${value}Help`) }))}
        />
      </Fieldset>
      {sending === null ? (
        <>
          <FilePicker onChoose={(file) => void send(file, file.name)} />
          <Field label={t('paste')}>
            <Textarea value={text} onChange={(event) => setText(event.target.value)} rows={4} />
          </Field>
          <Button
            className="justify-self-start"
            disabled={text.trim() === ''}
            onClick={() => void send(new Blob([text]), null)}
          >
            {t('pasteButton')}
          </Button>
        </>
      ) : (
        <SendingProgress {...sending} />
      )}
    </div>
  )
}

function FilePicker({ onChoose }: { onChoose: (file: File) => void }) {
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

function SendingProgress({ name, share }: Sending) {
  const t = useTranslations('imports.choose')
  const percent = Math.floor(share * 100)
  return (
    <div className="grid gap-2 rounded-card border bg-surface p-5">
      <p className="truncate text-14 font-medium">{t('uploading', { name })}</p>
      <Progress value={percent} max={100} label={t('uploading', { name })} />
      <p className="figures text-13 text-ink-soft" aria-live="polite">
        {t('uploaded', { percent })}
      </p>
    </div>
  )
}
