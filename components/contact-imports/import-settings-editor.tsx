'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { ContactImport, ImportPreview, ImportSettings, ImportTable } from '@/server/imports/contacts/schema'
import { isMetric } from '@/server/surveys/constants'
import type { Survey } from '@/server/surveys/schema'
import { trpc } from '../trpc'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { useMutationAction } from '../use-mutation-action'
import { ColumnMapping } from './column-mapping'
import { FileParseOptions } from './file-parse-options'
import { ImportOptions } from './import-options'

type ImportSettingsEditorProps = {
  contactImport: Pick<ContactImport, 'id' | 'records' | 'isDateOrderCertain' | 'company'>
  table: ImportTable
  settings: ImportSettings
  rows: ImportPreview['rows']
  properties: readonly ContactProperty[]
  locations: readonly { id: string; name: string }[]
  surveys: readonly Survey[]
  sequences: readonly { id: string; name: string }[]
  mayDeclare: boolean
}

/** Stores each change at once, and has the rows counted again. */
export function ImportSettingsEditor(props: ImportSettingsEditorProps) {
  const { contactImport, table, rows, properties, locations, surveys, sequences, mayDeclare } = props
  const { id, records, isDateOrderCertain, company } = contactImport
  const t = useTranslations('imports')
  const { run } = useMutationAction()
  const [settings, setSettings] = useState(props.settings)

  function change(changes: Partial<ImportSettings>): void {
    const before = settings
    const changed = { ...settings, ...changes }
    setSettings(changed)
    run(
      async () => {
        await trpc.contactImports.changeSettings.mutate({ id, ...changed })
        return {}
      },
      () => setSettings(before),
    )
  }

  return (
    <>
      <Section title={t('columns.title')} description={t('columns.sentence')}>
        {!settings.targets.includes('email') && <Callout tone="neutral">{t('columns.noEmail')}</Callout>}
        {records === 'answers' && !(settings.targets.includes('score') && settings.targets.includes('answeredAt')) && (
          <Callout tone="neutral">{t('columns.noScore')}</Callout>
        )}
        {settings.targets.includes('dedupeKey') && settings.sequenceId === null && (
          <Callout tone="neutral">{t('columns.noSequence')}</Callout>
        )}
        <ColumnMapping
          header={table.header}
          rows={rows}
          records={records}
          properties={properties}
          targets={settings.targets}
          onChange={(targets) => change({ targets })}
        />
        <FileParseOptions id={id} records={records} table={table} />
      </Section>
      <Section title={t('options.title')}>
        <ImportOptions
          settings={settings}
          records={records}
          isDateOrderCertain={isDateOrderCertain}
          locations={locations}
          surveys={surveys.filter(asksForScore)}
          sequences={sequences}
          company={company}
          mayDeclare={mayDeclare}
          onChange={change}
        />
      </Section>
    </>
  )
}

function asksForScore({ type, questions }: Survey): boolean {
  return [type, ...questions.map((question) => question.type)].some(isMetric)
}
