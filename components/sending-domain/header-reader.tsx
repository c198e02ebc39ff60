'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MESSAGE_SOURCE_MAX_CHARACTERS } from '@/server/sending-domains/constants'
import type { MessageSourceReport } from '@/server/sending-domains/schema'
import { trpc } from '../trpc'
import { Textarea } from '../ui/controls/textarea'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { HeaderReport } from './header-report'

/** Reads the source of a received email. Only its start is sent: the headers come first. */
export function HeaderReader() {
  const t = useTranslations('sendingDomain.test')
  const form = useForm({ defaultValues: { source: '' } })
  const [report, setReport] = useState<MessageSourceReport | null>(null)

  const read = async ({ source }: { source: string }) => {
    setReport(null)
    const start = source.slice(0, MESSAGE_SOURCE_MAX_CHARACTERS)
    setReport((await trpc.sendingDomain.readHeaders.mutate({ source: start })).data)
  }

  return (
    <div id="headers" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Form form={form} onSubmit={read} guardsUnsaved={false}>
        <FormField control={form.control} name="source" label={t('source')} help={t('sourceHelp')}>
          {(field) => (
            <Textarea
              {...field}
              rows={6}
              className="max-h-80 font-mono text-12"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormActions>
          <SubmitButton form={form}>{t('read')}</SubmitButton>
        </FormActions>
      </Form>
      <div aria-live="polite">{report && <HeaderReport report={report} />}</div>
    </div>
  )
}
