import { buildPropertyColumns, toPropertyCells } from '../contact-properties/property-columns'
import type { ContactProperty } from '../contact-properties/schema'
import type { Cell } from '../imports/files/table-row'
import type { WrittenTable } from '../imports/files/table-writer'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { createLocalTimeFormatter } from '../time-zones'
import type { ExportedContact } from './export-contacts'
import { formatTagList } from './tag-list'

type Format = { locale: Locale; timeZone: string; properties: readonly ContactProperty[] }

/** The table of a CSV or XLSX file. An import recognizes its headings, and reads the same contacts from it. */
export function toContactTable(contacts: AsyncIterable<ExportedContact>, format: Format): WrittenTable {
  const { locale, properties } = format
  const fixed = listFixedColumns(format)
  const propertyColumns = buildPropertyColumns(
    properties,
    fixed.map(({ header }) => header),
    locale,
  )
  async function* rows() {
    for await (const contact of contacts)
      yield {
        ...Object.fromEntries(fixed.map(({ key, read }) => [key, read(contact)])),
        ...toPropertyCells(properties, contact.customFields, locale),
      }
  }
  return { columns: [...fixed.map(({ key, header }) => ({ key, header })), ...propertyColumns], rows: rows() }
}

type FixedColumn = { key: string; header: string; read: (contact: ExportedContact) => Cell | null }

function listFixedColumns({ locale, timeZone }: Format): FixedColumn[] {
  const [t, common] = [getTranslator(locale, 'contacts'), getTranslator(locale, 'common')]
  const reason = getTranslator(locale, 'suppressions')
  const formatTime = createLocalTimeFormatter(timeZone)
  const toTime = (at: string | null) => at && formatTime(at)
  const column = (header: string, read: FixedColumn['read']): FixedColumn => ({ key: header, header, read })
  return [
    column(t('fields.email'), ({ email }) => email),
    column(t('fields.firstName'), ({ firstName }) => firstName),
    column(t('fields.lastName'), ({ lastName }) => lastName),
    column(t('fields.phone'), ({ phone }) => phone),
    column(t('fields.title'), ({ title }) => title),
    column(t('fields.preferredLanguage'), ({ preferredLanguage }) => preferredLanguage),
    column(t('fields.location'), ({ location }) => location),
    column(t('fields.company'), ({ company }) => company),
    column(t('fields.tags'), ({ tags }) => formatTagList(tags)),
    column(t('unsubscribed'), ({ unsubscribed }) => unsubscribed),
    column(t('export.unsubscribedAt'), ({ optedOutAt }) => toTime(optedOutAt)),
    column(t('export.suppressionReasons'), ({ suppressionReasons }) =>
      formatTagList(suppressionReasons.map((code) => reason(`reasons.${code}`))),
    ),
    column(t('export.deliverability'), ({ bouncedAt }) =>
      t(bouncedAt === null ? 'export.reachable' : 'export.bounced'),
    ),
    column(t('columns.added'), ({ createdAt }) => toTime(createdAt)),
    column(t('columns.lastSurveyed'), ({ lastSurveyedAt }) => toTime(lastSurveyedAt)),
    column(t('columns.lastAnswered'), ({ lastAnsweredAt }) => toTime(lastAnsweredAt)),
    column(t('export.lastScore'), ({ lastScore }) => lastScore),
    column(t('export.lastBand'), ({ lastBand }) => lastBand && common(`band.${lastBand}`)),
  ]
}
