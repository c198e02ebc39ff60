'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IMPORT_RECORDS } from '@/server/imports/contacts/constants'
import { Button } from '../ui/controls/button'
import { RadioGroup } from '../ui/controls/radio-group'
import { Textarea } from '../ui/controls/textarea'
import { Field, Fieldset } from '../ui/forms/field'
import { FilePicker } from './file-picker'
import { UploadProgress, useUpload } from './use-upload'

/** Chooses, drops or pastes a file, sends it, and opens its import. */
export function UploadForm({ initialRecords }: { initialRecords: string | undefined }) {
  const t = useTranslations('imports.choose')
  const [records, setRecords] = useState(IMPORT_RECORDS.find((each) => each === initialRecords) ?? 'people')
  const [text, setText] = useState('')
  const { state, isSending, send } = useUpload()
  const start = (content: Blob, fileName: string | null) => void send({ content, fileName, records, started: null })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {state !== null && <UploadProgress state={state} onContinue={() => void send(state.upload)} />}
      {!isSending && (
        <>
          <Fieldset label={t('records')}>
            <RadioGroup
              value={records}
              onChange={setRecords}
              options={IMPORT_RECORDS.map((value) => ({ value, label: t(value), help: t(`${value}Help`) }))}
            />
          </Fieldset>
          <FilePicker onChoose={(file) => start(file, file.name)} />
          <Field label={t('paste')}>
            <Textarea value={text} onChange={(event) => setText(event.target.value)} rows={4} />
          </Field>
          <Button
            className="justify-self-start"
            disabled={text.trim() === ''}
            onClick={() => start(new Blob([text]), null)}
          >
            {t('pasteButton')}
          </Button>
        </>
      )}
    </div>
  )
}
