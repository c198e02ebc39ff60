'use client'

import { Play } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Callout } from '../../ui/content/callout'
import { Button } from '../../ui/controls/button'
import { Input } from '../../ui/controls/input'
import { Textarea } from '../../ui/controls/textarea'
import { Field } from '../../ui/forms/field'
import { Dialog } from '../../ui/overlays/dialog'
import { ApiKeyField } from '../api-key-card'
import { useStoredApiKey } from '../docs-preferences'
import { PlainCodeSample } from './plain-code-sample'
import { type ApiResponse, sendRequest, type TryableOperation } from './send-request'

export type TryOperationProps = { summary: string; operation: TryableOperation }

export function TryOperation({ summary, operation }: TryOperationProps) {
  const t = useTranslations('docs.reference')
  return (
    <Dialog
      size="large"
      title={<span lang="en">{summary}</span>}
      trigger={
        <Button size="small" aria-label={t('tryNamed', { summary })}>
          <Play size={14} aria-hidden />
          {t('try')}
        </Button>
      }
    >
      <RequestForm operation={operation} />
    </Dialog>
  )
}

type RequestState = { state: 'none' | 'sending' | 'unreachable' } | ({ state: 'answered' } & ApiResponse)

function RequestForm({ operation }: { operation: TryableOperation }) {
  const t = useTranslations('docs.reference')
  const [key] = useStoredApiKey()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(operation.body)
  const [request, setRequest] = useState<RequestState>({ state: 'none' })
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRequest({ state: 'sending' })
    setRequest(
      await sendRequest(operation, { key, values, body }).then(
        (response) => ({ state: 'answered', ...response }),
        () => ({ state: 'unreachable' }),
      ),
    )
  }
  const { method, path, parameters } = operation
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p lang="en" className="font-mono text-13 text-ink-soft [overflow-wrap:anywhere]">
        {method} {path}
      </p>
      <form onSubmit={(event) => void send(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ApiKeyField />
        {parameters.length > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
            {parameters.map(({ name, in: location, isRequired, example }) => (
              <Field key={name} label={<code>{name}</code>} optional={!isRequired}>
                <Input
                  value={values[name] ?? ''}
                  placeholder={example}
                  required={isRequired}
                  // Browsers send no other characters in a header.
                  pattern={location === 'header' ? '[ -~]*' : undefined}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value.trim() })}
                  className="font-mono"
                />
              </Field>
            ))}
          </div>
        )}
        {body !== undefined && (
          <Field label={t('body')} help={t('bodyHelp')}>
            <Textarea
              lang="en"
              value={body}
              spellCheck={false}
              onChange={(event) => setBody(event.target.value)}
              className="max-h-[40dvh] font-mono text-13"
            />
          </Field>
        )}
        {method !== 'GET' && <Callout tone="neutral">{t('changesData')}</Callout>}
        <Button type="submit" variant="primary" pending={request.state === 'sending'} className="justify-self-start">
          {t('send', { method })}
        </Button>
      </form>
      <ResponseView request={request} />
    </div>
  )
}

function ResponseView({ request }: { request: RequestState }) {
  const t = useTranslations('docs.reference')
  const unreachable = useTranslations('common')('unreachable')
  return (
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {request.state === 'unreachable' && <Callout tone="negative">{unreachable}</Callout>}
      {request.state === 'answered' && (
        // Below a long form the response would be out of view.
        <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })} className="min-w-0">
          <PlainCodeSample
            label={t('answered', { status: request.status, milliseconds: request.milliseconds })}
            text={request.text === '' ? t('noBody') : request.text}
          />
        </div>
      )}
    </div>
  )
}
