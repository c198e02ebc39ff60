import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { trpc, useParseCallError } from '@/components/trpc'
import { Callout } from '@/components/ui/content/callout'
import { Button } from '@/components/ui/controls/button'
import { Textarea } from '@/components/ui/controls/textarea'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import type { CreateSurvey, SurveyContent } from '@/server/surveys/schema'
import { parseSurveyFile, SURVEY_FILE_MAX_BYTES } from './survey-file'

const MAX_FAULTS = 50

type Fault = { path: string; message: string }

/** Reads a survey from a file or from text, and lists the errors of one that is not valid by path. */
export function SurveyFileForm({ onRead }: { onRead: (survey: SurveyContent) => void }) {
  const t = useTranslations('surveys.file')
  const toFailure = useParseCallError()
  const form = useForm({ defaultValues: { json: '' } })
  const input = useRef<HTMLInputElement>(null)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const faultList = useRef<HTMLDivElement>(null)

  const reject = (message: string) => form.setError('json', { message }, { shouldFocus: true })

  async function read({ json }: { json: string }): Promise<void> {
    setFaults([])
    if (new Blob([json]).size > SURVEY_FILE_MAX_BYTES) return reject(t('tooLarge'))
    const survey = parseSurveyFile(json)
    if (!survey) return reject(t('notJson'))
    try {
      // The service checks what it is.
      const { data } = await trpc.surveys.normalize.mutate(survey as CreateSurvey)
      onRead(data)
    } catch (error) {
      const details = Object.entries(toFailure(error).details)
      if (details.length === 0) throw error
      setFaults(details.map(([path, messages]) => ({ path, message: messages.join(' ') })))
      requestAnimationFrame(() => faultList.current?.focus())
    }
  }

  async function choose(file: File): Promise<void> {
    form.clearErrors()
    if (file.size > SURVEY_FILE_MAX_BYTES) return reject(t('tooLarge'))
    form.setValue('json', await file.text())
    input.current?.form?.requestSubmit()
  }

  return (
    <Form form={form} onSubmit={read} guardsUnsaved={false} className="max-w-[65ch] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label={t('choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) void choose(file)
          }}
        />
        <Button onClick={() => input.current?.click()}>{t('choose')}</Button>
        <p className="text-13 text-ink-faint">{t('limit')}</p>
      </div>
      {faults.length > 0 && (
        <Callout ref={faultList} tone="negative" title={t('faults', { count: faults.length })}>
          <ul className="grid gap-1">
            {faults.slice(0, MAX_FAULTS).map(({ path, message }) => (
              <li key={path} className="wrap-anywhere">
                <code className="text-13">{path}</code>: {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <FormField control={form.control} name="json" label={t('paste')} help={t('help')}>
        {(field) => (
          <Textarea rows={12} spellCheck={false} dir="ltr" className="max-h-96 font-mono text-13" {...field} />
        )}
      </FormField>
      <FormActions>
        <SubmitButton form={form}>{t('open')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
