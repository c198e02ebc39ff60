'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import {
  type ImportRecords,
  type ImportTarget,
  importsContacts,
  TARGETS_BY_RECORDS,
} from '@/server/imports/contacts/constants'
import type { ImportPreview } from '@/server/imports/contacts/schema'
import { Button } from '../ui/controls/button'
import { Select } from '../ui/controls/select'

type ColumnListProps = {
  header: readonly string[]
  rows: ImportPreview['rows']
  records: ImportRecords
  properties: readonly ContactProperty[]
  targets: readonly ImportTarget[]
  onChange: (targets: ImportTarget[]) => void
}

const SAMPLES = 3

/** The columns of the file, each with its first values and what it means. A meaning that is chosen twice moves. */
export function ColumnMapping({ header, rows, targets, onChange, ...choices }: ColumnListProps) {
  const t = useTranslations('imports.columns')
  const options = useTargetOptions(choices)
  const change = (column: number, target: ImportTarget) =>
    onChange(
      targets.map((current, index) => (index === column ? target : isTaken(current, target) ? 'ignored' : current)),
    )
  const unused = header.flatMap((_heading, column) =>
    targets[column] === 'ignored' && listSamples(rows, column).length > 0 ? [column] : [],
  )
  return (
    <>
      <ul className="divide-y rounded-card border bg-surface">
        {header.map((heading, column) => {
          const name = heading || t('untitled', { number: column + 1 })
          const samples = listSamples(rows, column)
          return (
            <li
              key={column}
              className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,280px)]"
            >
              <div className="grid min-w-0 gap-0.5">
                <span dir="auto" className="truncate text-14 font-medium">
                  {name}
                </span>
                <span dir="auto" className="truncate text-13 text-ink-faint">
                  {samples.join(' · ') || '–'}
                </span>
              </div>
              <Select
                aria-label={`${t('meaning')}, ${name}`}
                value={targets[column] ?? 'ignored'}
                options={options}
                onChange={(event) => change(column, event.target.value as ImportTarget)}
              />
            </li>
          )
        })}
      </ul>
      {importsContacts(choices.records) && unused.length > 1 && (
        <Button
          className="justify-self-start"
          onClick={() => onChange(targets.map((target, column) => (unused.includes(column) ? 'newProperty' : target)))}
        >
          {t('keepOthers', { count: unused.length })}
        </Button>
      )}
    </>
  )
}

function listSamples(rows: ColumnListProps['rows'], column: number): string[] {
  return rows.flatMap(({ cells }) => cells[column]?.text.trim() || []).slice(0, SAMPLES)
}

function isTaken(current: ImportTarget, target: ImportTarget): boolean {
  return current === target && target !== 'ignored' && target !== 'newProperty'
}

function useTargetOptions({ records, properties }: Pick<ColumnListProps, 'records' | 'properties'>) {
  const t = useTranslations('imports.targets')
  const locale = useLocale()
  const fixed = TARGETS_BY_RECORDS[records].map((value) => ({ value, label: t(value as 'email') }))
  const ignored = { value: 'ignored', label: t('ignored') }
  if (!importsContacts(records)) return [ignored, ...fixed]
  const declared = properties.map(({ key, label }) => ({ value: `property:${key}`, label: label[locale] }))
  return [ignored, ...fixed, ...declared, { value: 'newProperty', label: t('newProperty') }]
}
