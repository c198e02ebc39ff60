'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { RadioGroup } from '@/components/ui/controls/radio-group'
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog'
import { useMutationAction } from '@/components/use-mutation-action'
import type { MergeField } from '@/server/contacts/merge/constants'

type Side = 'kept' | 'other'

/** Values of one field as they are shown; null if empty. */
export type MergeRow = { field: MergeField; label: string; kept: string | null; other: string | null; initial: Side }

type ContactMergeFormProps = {
  kept: { id: string; name: string }
  other: { id: string; name: string }
  rows: readonly MergeRow[]
  /** Values of both contacts. */
  combined: readonly { label: string; value: string }[]
}

export function ContactMergeForm({ kept, other, rows, combined }: ContactMergeFormProps) {
  const t = useTranslations('merge')
  const { perform } = useMutationAction()
  const [choices, setChoices] = useState(() => new Map<MergeField, Side>(rows.map((row) => [row.field, row.initial])))
  const differing = rows.filter((row) => row.kept !== row.other)

  async function merge() {
    const fromOther = rows.flatMap(({ field }) => (choices.get(field) === 'other' ? field : []))
    await perform(async () => {
      await trpc.contacts.merge.mutate({ id: kept.id, otherId: other.id, fromOther })
      return { success: t('merged'), href: `/contacts/${kept.id}` }
    })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="divide-y rounded-card border bg-surface">
        <div aria-hidden className="hidden grid-cols-[120px_1fr_1fr] gap-4 px-4 py-2.5 text-13 text-ink-faint sm:grid">
          <span />
          <span>{t('staying')}</span>
          <span>{t('going')}</span>
        </div>
        {differing.length > 0 && (
          <p className="px-4 py-3 text-13 text-ink-faint sm:hidden">
            {t('order', { kept: kept.name, other: other.name })}
          </p>
        )}
        {differing.map(({ field, label, ...values }) => (
          <fieldset key={field} className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[120px_minmax(0,1fr)]">
            <legend className="contents">
              <span className="float-left text-14 text-ink-soft max-sm:pt-3 sm:pt-0">{label}</span>
            </legend>
            <RadioGroup<Side>
              value={choices.get(field) ?? 'kept'}
              onChange={(side) => setChoices(new Map(choices).set(field, side))}
              className="sm:col-start-2 sm:grid-cols-2 sm:gap-4"
              options={(['kept', 'other'] as const).map((side) => ({
                value: side,
                label: <bdi className="wrap-anywhere">{values[side] ?? t('empty')}</bdi>,
              }))}
            />
          </fieldset>
        ))}
        {differing.length === 0 && <p className="px-4 py-3 text-14 text-ink-soft">{t('sameFields')}</p>}
      </div>
      {combined.length > 0 && (
        <dl className="grid gap-x-4 gap-y-2 text-14 sm:grid-cols-[120px_minmax(0,1fr)] sm:px-4">
          {combined.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog
          trigger={<Button variant="primary">{t('merge')}</Button>}
          title={t('confirmTitle', { kept: kept.name, other: other.name })}
          action={t('merge')}
          onConfirm={merge}
        >
          <p>{t('confirmBody', { other: other.name })}</p>
        </ConfirmDialog>
        <Button asChild>
          <Link href={`/contacts/${other.id}/merge?with=${kept.id}`}>{t('swap', { name: other.name })}</Link>
        </Button>
        <Button variant="ghost" asChild>
          <Link href={`/contacts/${kept.id}/merge`}>{t('chooseAnother')}</Link>
        </Button>
      </div>
    </div>
  )
}
