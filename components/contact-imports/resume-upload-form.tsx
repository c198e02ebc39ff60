'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { CHUNK_BYTES } from '@/server/imports/contacts/constants'
import type { ContactImport } from '@/server/imports/contacts/schema'
import { formatNumber } from '../format'
import { Callout } from '../ui/content/callout'
import { FilePicker } from './file-picker'
import { UploadProgress, useUpload } from './use-upload'

type ResumeUploadFormProps = { draft: Pick<ContactImport, 'fileName' | 'fileBytes' | 'records' | 'uploadedChunks'> }

/** Chooses the file of an interrupted upload again, which then goes on. */
export function ResumeUploadForm({ draft }: ResumeUploadFormProps) {
  const t = useTranslations('imports')
  const locale = useLocale()
  const { state, isSending, send, fail } = useUpload()
  const { fileName, fileBytes, records, uploadedChunks } = draft
  const percent = Math.floor((100 * uploadedChunks * CHUNK_BYTES) / fileBytes)
  function choose(file: File): void {
    const upload = { content: file, fileName: file.name, records, started: null }
    const size = `${formatNumber(fileBytes, locale)} ${locale === 'fr' ? 'octets' : 'bytes'}`
    if (file.size === fileBytes) void send(upload)
    else fail(upload, t('draft.otherFile', { name: fileName ?? t('choose.pasted'), size }))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {state === null ? (
        <Callout tone="neutral" title={t('draft.title', { percent })}>
          {t('draft.sentence')}
        </Callout>
      ) : (
        <UploadProgress state={state} onContinue={() => void send(state.upload)} />
      )}
      {!isSending && <FilePicker onChoose={choose} />}
    </div>
  )
}
