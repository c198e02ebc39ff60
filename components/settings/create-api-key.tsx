'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ApiKeyScope, CreatedApiKey } from '@/server/api-keys/schema'
import { type Failure, trpc, useToFailure } from '../trpc'
import { Callout } from '../ui/content/callout'
import { CodeBlock } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Field, Fieldset } from '../ui/forms/field'
import { readTexts } from '../ui/forms/read-texts'
import { Dialog, DialogClose } from '../ui/overlays/dialog'
import { useOpenByAddress } from '../ui/overlays/open-by-address'
import { ScopePicker } from './scope-picker'

const DAY_MS = 86_400_000

/** The button, the form behind it, and then the key: the one time that it is shown. */
export function CreateApiKey() {
  const t = useTranslations('settings.apiKeys')
  const router = useRouter()
  const [open, setOpen] = useOpenByAddress('create')
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const formId = useId()
  const [pending, setPending] = useState(false)

  const change = (next: boolean) => {
    if (pending) return
    setOpen(next)
    if (next) setCreated(null)
    else if (created) router.refresh()
  }

  return (
    <Dialog
      trigger={
        <Button variant="primary" aria-keyshortcuts="c">
          <Plus size={16} aria-hidden />
          {t('create')}
        </Button>
      }
      open={open}
      onOpenChange={change}
      size="large"
      title={created ? t('createdTitle') : t('createTitle')}
      footer={
        created ? (
          <DialogClose>
            <Button variant="primary">{t('done')}</Button>
          </DialogClose>
        ) : (
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {t('create')}
          </Button>
        )
      }
    >
      {created ? (
        <Created apiKey={created} />
      ) : (
        <CreateForm id={formId} pending={pending} onPending={setPending} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

type CreateFormProps = {
  id: string
  pending: boolean
  onPending: (pending: boolean) => void
  onCreated: (key: CreatedApiKey) => void
}

function CreateForm({ id, pending, onPending, onCreated }: CreateFormProps) {
  const t = useTranslations('settings.apiKeys')
  const toFailure = useToFailure()
  const [scopes, setScopes] = useState<ApiKeyScope[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const fieldError = (field: string) => {
    const sentences = failure?.details[field]
    return sentences === undefined ? {} : { error: sentences.join(' ') }
  }

  const form = useRef<HTMLFormElement>(null)

  const submit = async ({ name = '', days }: Record<string, string>) => {
    onPending(true)
    setFailure(null)
    try {
      const { data } = await trpc.apiKeys.create.mutate({
        name,
        scopes,
        expiresAt: expiryIn(Number(days)),
      })
      onCreated(data)
    } catch (error) {
      setFailure(toFailure(error))
    }
    onPending(false)
  }
  // The list of scopes is longer than the dialog: what is wrong with it stands at the head, which then comes in sight.
  useEffect(() => {
    if (failure) form.current?.scrollIntoView({ block: 'start' })
  }, [failure])
  const headline =
    failure && (Object.keys(failure.details).length === 0 ? failure.message : (fieldError('scopes').error ?? null))

  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="grid gap-5"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!pending) void submit(readTexts(event.currentTarget))
      }}
    >
      {headline !== null && <Callout tone="negative">{headline}</Callout>}
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_180px]">
        <Field label={t('name')} help={t('nameHelp')} {...fieldError('name')}>
          <Input name="name" maxLength={100} autoComplete="off" />
        </Field>
        <Field label={t('expires')} {...fieldError('expiresAt')}>
          <Select
            name="days"
            defaultValue="0"
            options={[
              { value: '0', label: t('expiresNever') },
              { value: '30', label: t('expiresIn', { days: 30 }) },
              { value: '90', label: t('expiresIn', { days: 90 }) },
              { value: '365', label: t('expiresYear') },
            ]}
          />
        </Field>
      </div>
      <Fieldset label={t('scopes')} help={t('scopesHelp')}>
        <ScopePicker value={scopes} onChange={setScopes} />
      </Fieldset>
    </form>
  )
}

function Created({ apiKey }: { apiKey: CreatedApiKey }) {
  const t = useTranslations('settings.apiKeys')
  const path = readablePath(apiKey.scopes)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Callout tone="neutral">{t('createdBody')}</Callout>
      <CodeBlock title={t('key')} code={apiKey.key} />
      {path !== null && (
        <CodeBlock
          title={t('try')}
          code={`curl '${window.location.origin}/api/v1/${path}?limit=1' \\\n  -H 'X-API-Key: ${apiKey.key}'`}
        />
      )}
    </div>
  )
}

/** Something that a key with these scopes can list, so that the example works as it stands. */
function readablePath(scopes: readonly string[]): string | null {
  if (scopes.includes('admin')) return 'contacts'
  const readable = scopes.find((scope) => scope.endsWith(':read') || scope.endsWith(':*'))
  return readable?.split(':')[0] ?? null
}

function expiryIn(days: number): string | null {
  return days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString()
}
