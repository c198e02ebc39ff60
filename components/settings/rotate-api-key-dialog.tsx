'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocale, useTimeZone, useTranslations } from 'use-intl/react'
import { ROTATION_OVERLAP_HOUR_OPTIONS } from '@/server/api-keys/constants'
import type { ApiKey, CreatedApiKey } from '@/server/api-keys/schema'
import { formatDateTime } from '../format'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import { Select } from '../ui/controls/select'
import { Form, FormField } from '../ui/forms/form'
import { IssueApiKeySecretDialog } from './issue-api-key-secret-dialog'

const DEFAULT_OVERLAP_HOURS = '24'

export function RotateApiKeyDialog({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('settings.apiKeys')
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [rotated, setRotated] = useState<CreatedApiKey | null>(null)
  const formId = useId()
  const bothInUse = isLive(apiKey.previous) && apiKey.secret.lastUsedAt !== null
  const form = useForm({ defaultValues: { overlapHours: DEFAULT_OVERLAP_HOURS } })
  const pending = form.formState.isSubmitting

  const show = () => {
    setRotated(null)
    form.reset({ overlapHours: bothInUse ? '0' : DEFAULT_OVERLAP_HOURS })
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setRotated(null)
  }
  const rotate = async ({ overlapHours }: { overlapHours: string }) => {
    try {
      const asRead = { hint: apiKey.hint }
      const { data } = await trpc.apiKeys.rotate.mutate({ id: apiKey.id, overlapHours: Number(overlapHours), asRead })
      setRotated(data)
    } finally {
      // Also after a lost response: the key may have been rotated, which the next attempt must see.
      router.refresh()
    }
  }

  return (
    <IssueApiKeySecretDialog
      trigger={<Button>{t('rotate')}</Button>}
      open={open}
      onOpen={show}
      onClose={close}
      pending={pending}
      title={t('rotateTitle', { name: apiKey.name })}
      size={rotated ? 'large' : 'medium'}
      action={
        <Button type="submit" form={formId} variant={bothInUse ? 'danger' : 'primary'} pending={pending}>
          {t('rotateAction')}
        </Button>
      }
      created={
        rotated && {
          apiKey: rotated,
          title: t('rotatedTitle', { name: rotated.name }),
          body: <RotationResult apiKey={rotated} />,
        }
      }
    >
      <Form id={formId} form={form} onSubmit={rotate} guardsUnsaved={false}>
        <RotationWarnings apiKey={apiKey} bothInUse={bothInUse} />
        <FormField control={form.control} name="overlapHours" label={t('overlap')}>
          {(field) => (
            <Select
              {...field}
              options={ROTATION_OVERLAP_HOUR_OPTIONS.filter((hours) => !bothInUse || hours === 0).map((hours) => ({
                value: String(hours),
                label:
                  hours === 0
                    ? t('overlapNone')
                    : hours <= 24
                      ? t('overlapHours', { hours })
                      : t('overlapDays', { days: hours / 24 }),
              }))}
            />
          )}
        </FormField>
      </Form>
    </IssueApiKeySecretDialog>
  )
}

function RotationWarnings({ apiKey, bothInUse }: { apiKey: ApiKey; bothInUse: boolean }) {
  const t = useTranslations('settings.apiKeys')
  const { previous } = apiKey
  return (
    <div className="grid gap-3">
      {!bothInUse && <p>{t('rotateBody')}</p>}
      {isInactive(apiKey) && <Callout tone="neutral">{t('rotateInactive')}</Callout>}
      {isLive(previous) && (
        <Callout tone="neutral">{t(bothInUse ? 'rotateBoth' : 'rotateUnused', { hint: previous.hint })}</Callout>
      )}
    </div>
  )
}

function RotationResult({ apiKey: { previous } }: { apiKey: CreatedApiKey }) {
  const t = useTranslations('settings.apiKeys')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return (
    <>
      <p>{t('rotatedBody')}</p>
      {previous && <p>{t('rotatedUntil', { date: formatDateTime(previous.endsAt, locale, timeZone) })}</p>}
    </>
  )
}

function isInactive({ isActive, expiresAt }: ApiKey): boolean {
  return !isActive || (expiresAt !== null && new Date(expiresAt) <= new Date())
}

function isLive(previous: ApiKey['previous']): previous is NonNullable<ApiKey['previous']> {
  return previous !== null && new Date(previous.endsAt) > new Date()
}
