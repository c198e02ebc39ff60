'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { type UseFormReturn, useController, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import type { ApiKeyScope, CreatedApiKey } from '@/server/api-keys/schema'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { CodeBlock } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Fieldset } from '../ui/forms/field'
import { Form, FormField } from '../ui/forms/form'
import { UnsavedGuard } from '../ui/forms/unsaved-guard'
import { Dialog, DialogClose } from '../ui/overlays/dialog'
import { useOpenByAddress } from '../ui/overlays/open-by-address'
import { ScopePicker } from './scope-picker'

const DAY_MS = 86_400_000

type Fields = { name: string; days: string; scopes: ApiKeyScope[] }

const EMPTY: Fields = { name: '', days: '0', scopes: [] }

/** The button, the form behind it, and then the key: the one time that it is shown. */
export function CreateApiKey() {
  const t = useTranslations('settings.apiKeys')
  const router = useRouter()
  const [open, setOpen] = useOpenByAddress('create')
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const formId = useId()
  const form = useForm({ defaultValues: EMPTY })
  const pending = form.formState.isSubmitting
  const isAtRisk = created !== null && !isCopied

  const show = () => {
    setCreated(null)
    setCopied(false)
    form.reset(EMPTY)
    setOpen(true)
  }
  const close = () => {
    setAsking(false)
    setOpen(false)
    setCreated(null)
    if (created) router.refresh()
  }
  const change = (next: boolean) => {
    if (pending) return
    if (next) show()
    else if (isAtRisk) setAsking(true)
    else close()
  }
  const words = { title: t('storedTitle'), body: t('storedBody'), leave: t('storedYes'), stay: t('storedNo') }

  return (
    <>
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
          <Created apiKey={created} onCopied={() => setCopied(true)} />
        ) : (
          <CreateForm id={formId} form={form} onCreated={setCreated} />
        )}
      </Dialog>
      <UnsavedGuard active={isAtRisk} words={words} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={words.title}
        description={words.body}
        size="small"
        footer={
          <>
            <Button onClick={close}>{words.leave}</Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {words.stay}
            </Button>
          </>
        }
      />
    </>
  )
}

type CreateFormProps = { id: string; form: UseFormReturn<Fields>; onCreated: (key: CreatedApiKey) => void }

function CreateForm({ id, form, onCreated }: CreateFormProps) {
  const t = useTranslations('settings.apiKeys')
  const { control } = form
  const scopes = useController({ control, name: 'scopes' })
  const head = useRef<HTMLDivElement>(null)
  const wrong = scopes.fieldState.error?.message

  const create = async ({ days, ...fields }: Fields) => {
    const { data } = await trpc.apiKeys.create.mutate({ ...fields, expiresAt: expiryIn(Number(days)) })
    onCreated(data)
  }
  // The list of scopes is longer than the dialog: what is wrong with it stands at its head, which then comes in sight.
  useEffect(() => {
    if (wrong !== undefined) head.current?.scrollIntoView({ block: 'nearest' })
  }, [wrong])

  return (
    <Form id={id} form={form} onSubmit={create}>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_180px]">
        <FormField control={control} name="name" label={t('name')} help={t('nameHelp')}>
          {(field) => <Input {...field} maxLength={100} autoComplete="off" />}
        </FormField>
        <FormField control={control} name="days" label={t('expires')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: '0', label: t('expiresNever') },
                { value: '30', label: t('expiresIn', { days: 30 }) },
                { value: '90', label: t('expiresIn', { days: 90 }) },
                { value: '365', label: t('expiresYear') },
              ]}
            />
          )}
        </FormField>
      </div>
      <div data-field="scopes">
        <Fieldset label={t('scopes')} help={t('scopesHelp')}>
          <div ref={head} className="scroll-mt-10">
            {wrong !== undefined && <Callout tone="negative">{wrong}</Callout>}
          </div>
          <ScopePicker value={scopes.field.value} onChange={scopes.field.onChange} />
        </Fieldset>
      </div>
    </Form>
  )
}

function Created({ apiKey, onCopied }: { apiKey: CreatedApiKey; onCopied: () => void }) {
  const t = useTranslations('settings.apiKeys')
  const path = readablePath(apiKey.scopes)
  return (
    // What is selected and copied by hand counts, too.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" onCopy={onCopied}>
      <Callout tone="neutral">{t('createdBody')}</Callout>
      <CodeBlock title={t('key')} code={apiKey.key} onCopied={onCopied} />
      {path !== null && (
        <CodeBlock
          title={t('try')}
          code={`curl '${window.location.origin}/api/v1/${path}?limit=1' \\\n  -H 'X-API-Key: ${apiKey.key}'`}
          onCopied={onCopied}
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
