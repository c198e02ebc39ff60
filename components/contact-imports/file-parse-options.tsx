'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IMPORT_RECORDS, type ImportRecords } from '@/server/imports/contacts/constants'
import type { ImportTable, ReadingHints } from '@/server/imports/contacts/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Select } from '../ui/controls/select'
import { Field } from '../ui/forms/field'
import { useMutationAction } from '../use-mutation-action'

const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252'],
  ['macintosh', 'Mac OS Roman'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
] as const
const HEADER_ROWS_MAX = 20

/** For a file that was not read as it is meant: other records, another sheet, row of headings, delimiter or encoding. */
export function FileParseOptions({ id, records, table }: { id: string; records: ImportRecords; table: ImportTable }) {
  const t = useTranslations('imports.options')
  const choose = useTranslations('imports.choose')
  const { run, pending } = useMutationAction()
  const { headerPosition, sheet, delimiter, encoding } = table
  const [hints, setHints] = useState<ReadingHints>({
    records,
    headerPosition,
    ...(sheet === null ? {} : { sheet }),
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null ? {} : { encoding }),
  })
  const change = (changes: object) => setHints({ ...hints, ...changes })
  const rows = Array.from({ length: Math.max(HEADER_ROWS_MAX, headerPosition ?? 0) }, (_, index) => String(index + 1))
  const delimiters = [
    { value: ',', label: t('commaSign') },
    { value: ';', label: t('semicolon') },
    { value: '\t', label: t('tab') },
    { value: '|', label: t('pipe') },
  ]
  return (
    <details className="rounded-card border bg-surface">
      <summary className="cursor-pointer px-4 py-3 text-14">{t('file')}</summary>
      <div className="grid gap-4 border-t p-4 sm:grid-cols-2">
        <Field label={t('records')}>
          <Select
            value={hints.records ?? records}
            options={IMPORT_RECORDS.map((value) => ({ value, label: choose(value) }))}
            onChange={(event) => change({ records: event.target.value })}
          />
        </Field>
        {table.sheets.length > 1 && (
          <Field label={t('sheet')}>
            <Select
              value={hints.sheet ?? ''}
              options={table.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(event) => change({ sheet: event.target.value })}
            />
          </Field>
        )}
        <Field label={t('header')}>
          <Select
            value={String(hints.headerPosition ?? '')}
            placeholder={t('headerNone')}
            options={rows.map((value) => ({ value, label: value }))}
            onChange={(event) => change({ headerPosition: event.target.value ? Number(event.target.value) : null })}
          />
        </Field>
        {delimiter !== null && (
          <Field label={t('delimiter')}>
            <Select
              value={hints.delimiter ?? ','}
              options={delimiters}
              onChange={(event) => change({ delimiter: event.target.value })}
            />
          </Field>
        )}
        {encoding !== null && (
          <Field label={t('encoding')}>
            <Select
              value={hints.encoding ?? 'utf-8'}
              options={ENCODINGS.map(([value, label]) => ({ value, label }))}
              onChange={(event) => change({ encoding: event.target.value })}
            />
          </Field>
        )}
        <Button
          className="justify-self-start self-end"
          pending={pending}
          onClick={() =>
            run(async () => {
              await trpc.contactImports.changeReading.mutate({ id, ...hints })
              return {}
            })
          }
        >
          {t('apply')}
        </Button>
      </div>
    </details>
  )
}
