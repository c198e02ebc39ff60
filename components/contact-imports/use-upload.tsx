'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useParseCallError } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Progress } from '../ui/content/progress'
import { Button } from '../ui/controls/button'
import { type Upload, uploadImportFile } from './upload-import-file'

type UploadState = {
  upload: Upload
  /** Of the file that was sent, 0 to 1. */
  share: number
  error: string | null
  /** The connection was lost: the same upload can go on. */
  mayContinue: boolean
}

/** Sends a file, and opens its import. Leaving the page meanwhile asks for a confirmation. */
export function useUpload() {
  const t = useTranslations('imports.choose')
  const router = useRouter()
  const toFailure = useParseCallError()
  const [state, setState] = useState<UploadState | null>(null)
  const isSending = state !== null && state.error === null
  useEffect(() => {
    if (!isSending) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])

  async function send(upload: Upload): Promise<void> {
    const show = (share: number) => setState({ upload, share, error: null, mayContinue: false })
    show(0)
    try {
      const id = await uploadImportFile(upload, show)
      router.push(`/contacts/imports/${id}`)
      router.refresh()
    } catch (failure) {
      const { code, summary } = toFailure(failure)
      const mayContinue = code === 'UNREACHABLE'
      if (!mayContinue) upload.started = null
      setState({ upload, share: 0, error: mayContinue ? t('interrupted') : summary, mayContinue })
    }
  }

  return {
    state,
    isSending,
    send,
    fail: (upload: Upload, error: string) => setState({ upload, share: 0, error, mayContinue: false }),
  }
}

/** The progress of an upload, or why it stopped. */
export function UploadProgress({ state, onContinue }: { state: UploadState; onContinue: () => void }) {
  const t = useTranslations('imports.choose')
  const notice = useRef<HTMLDivElement>(null)
  const { upload, share, error, mayContinue } = state
  const name = upload.fileName ?? t('pasted')
  const percent = Math.floor(share * 100)
  useEffect(() => {
    if (error !== null) notice.current?.focus()
  }, [error])
  if (error !== null)
    return (
      <Callout
        ref={notice}
        tone="negative"
        action={mayContinue ? <Button onClick={onContinue}>{t('continue')}</Button> : undefined}
      >
        {error}
      </Callout>
    )
  const label = t(upload.started === null ? 'checking' : 'uploading', { name })
  return (
    <div className="grid gap-2 rounded-card border bg-surface p-5">
      <p className="truncate text-14 font-medium">{label}</p>
      <Progress value={percent} max={100} label={label} />
      <p className="figures text-13 text-ink-soft" aria-live="polite">
        {t('uploaded', { percent })}
      </p>
    </div>
  )
}
