'use client'

import { Pencil } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { Card } from '@/components/ui/content/section'
import { IconButton } from '@/components/ui/controls/icon-button'
import type { SequenceValues } from '../sequence-form-values'
import { describeRules } from './describe-rules'
import { useSegmentNames } from './use-segment-names'

// Loads once it opens.
const RuleFields = dynamic(() => import('./rule-fields').then((module) => module.RuleFields))

/** The rules of a sequence, in one line until they are edited. */
export function RulesSection({ form }: { form: UseFormReturn<SequenceValues> }) {
  const t = useTranslations('sequenceRules')
  const locale = useLocale()
  const rules = useWatch({ control: form.control, name: 'rules' })
  const [isOpen, setOpen] = useState(false)
  const segments = useSegmentNames(isOpen || rules.stopOutsideSegmentId !== null)
  const segmentName = segments?.find(({ id }) => id === rules.stopOutsideSegmentId)?.name
  const summary = describeRules(rules, { t, locale, segmentName: segmentName ?? (segments === null ? '…' : null) })
  return (
    <div data-field="rules">
      <Card className="grid gap-5">
        <div className="flex items-start justify-between gap-3">
          <div className="grid gap-0.5">
            <h2 className="text-14 font-semibold">{t('title')}</h2>
            {!isOpen && <p className="text-13 wrap-anywhere text-ink-soft">{summary || t('none')}</p>}
          </div>
          {!isOpen && <IconButton icon={Pencil} size="small" label={t('edit')} onClick={() => setOpen(true)} />}
        </div>
        {isOpen && <RuleFields form={form} segments={segments ?? []} />}
      </Card>
    </div>
  )
}
