import { z } from 'zod'
import { CONTACT_JOB_STATUSES } from '../../contact-jobs/constants'
import { CONTACT_TAGS_MAX } from '../../contacts/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { Metric } from '../../surveys/schema'
import { Id, requiredTextSchema, singleLineTextSchema, Timestamp } from '../../validation/schema'
import type { ColumnTarget } from '../columns/headings'
import { LAYOUT_NAMES } from '../columns/recognize-layout'
import { ENCODINGS } from '../files/detect-encoding'
import { FILE_LIMITS } from '../files/file-fault'
import { DELIMITERS } from '../files/read-csv'
import {
  CHUNK_BYTES,
  DATE_ORDERS,
  DECIMAL_MARKS,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_RECORDS,
  type ImportTarget,
  NOT_ENROLLED_REASONS,
  ROW_OUTCOMES,
  TARGETS_BY_RECORDS,
} from './constants'

const fileTooLarge = localizableMessage('import.fileTooLarge', { megabytes: IMPORT_FILE_MAX_BYTES / 1024 / 1024 })

export const StartContactImport = z.object({
  records: z.enum(IMPORT_RECORDS).default('people'),
  /** Null for pasted text. */
  fileName: singleLineTextSchema(255).nullable().default(null),
  /** SHA-256, hexadecimal: an unfinished upload of the same file goes on. Null if the browser cannot compute it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  fileBytes: z.number().int().min(1, localizableMessage('import.empty')).max(IMPORT_FILE_MAX_BYTES, fileTooLarge),
})
export type StartContactImport = z.infer<typeof StartContactImport>

export const UploadImportChunk = z.object({
  id: Id,
  /** From 0; all but the last have the full size. */
  index: z
    .number()
    .int()
    .min(0)
    .max(Math.ceil(IMPORT_FILE_MAX_BYTES / CHUNK_BYTES)),
  base64: z.base64().max(Math.ceil(CHUNK_BYTES / 3) * 4),
})
export type UploadImportChunk = z.infer<typeof UploadImportChunk>

/** How the file is read. What is absent is detected. */
export const ReadingHints = z.object({
  sheet: singleLineTextSchema(255).exactOptional(),
  headerPosition: z.number().int().min(1).max(1000).nullable().exactOptional(),
  delimiter: z.enum(DELIMITERS).exactOptional(),
  encoding: z.enum(ENCODINGS).exactOptional(),
  records: z.enum(IMPORT_RECORDS).exactOptional(),
})
export type ReadingHints = z.infer<typeof ReadingHints>

const TARGETS: readonly ImportTarget[] = [
  ...new Set(Object.values(TARGETS_BY_RECORDS).flat()),
  'ignored',
  'newProperty',
]

const Target = z
  .string()
  .max(100)
  .refine(
    (target): target is ImportTarget => target.startsWith('property:') || TARGETS.includes(target as ColumnTarget),
    localizableMessage('import.target'),
  )

export const ImportSettings = z.object({
  /** The meaning of each column. */
  targets: z.array(Target).max(FILE_LIMITS.columns),
  dateOrder: z.enum(DATE_ORDERS),
  decimalMark: z.enum(DECIMAL_MARKS),
  /** What happens to people who are contacts already. */
  onExisting: z.enum(['update', 'replace', 'skip']),
  /** Of a row with a value that cannot be read, besides the email: refuse it, or leave the value out. */
  onUnreadable: z.enum(['refuse', 'omit']),
  /** Locations and companies that are not known yet are added; otherwise their rows are refused. */
  createMissing: z.boolean(),
  /** Columns that are kept as new fields are declared as properties. */
  declareProperties: z.boolean(),
  /** No `new_contact` event. */
  silent: z.boolean(),
  /** For all rows, besides their own. */
  tags: z.array(requiredTextSchema(50)).max(CONTACT_TAGS_MAX),
  /** For rows without one of their own. */
  locationId: Id.nullable(),
  companyId: Id.nullable(),
  /** For answers without a survey of their own; null: one is created. */
  surveyId: Id.nullable().default(null),
  /** People are enrolled in it; null: in none. */
  sequenceId: Id.nullable().default(null),
  /** The scale of surveys that are created. */
  metric: Metric.default('nps'),
})
export type ImportSettings = z.infer<typeof ImportSettings>

export const UpdateImportSettings = ImportSettings.extend({ id: Id })
export const UpdateReadingHints = ReadingHints.extend({ id: Id })

/** Outcomes; people who opted out, who were enrolled, or who are new contacts in a file of answers. */
export const IMPORT_COUNT_KEYS = [...ROW_OUTCOMES, 'optedOut', 'newContacts', 'enrolled'] as const

const Counts = z.object(
  Object.fromEntries(IMPORT_COUNT_KEYS.map((outcome) => [outcome, z.number().int()])) as Record<
    (typeof IMPORT_COUNT_KEYS)[number],
    z.ZodNumber
  >,
)
export type ImportCounts = z.infer<typeof Counts>

const Table = z.object({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.enum(ENCODINGS).nullable(),
  delimiter: z.enum(DELIMITERS).nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  headerPosition: z.number().int().nullable(),
  header: z.array(z.string()),
})
export type ImportTable = z.infer<typeof Table>

const Reason = z.object({ column: z.number().int().nullable(), message: z.string() })

export const ContactImport = z.object({
  id: Id,
  status: z.enum(CONTACT_JOB_STATUSES),
  records: z.enum(IMPORT_RECORDS),
  fileName: z.string().nullable(),
  fileBytes: z.number().int(),
  /** Number of the parts that have arrived, without a gap. */
  uploadedChunks: z.number().int(),
  table: Table.nullable(),
  settings: ImportSettings.nullable(),
  isDateOrderCertain: z.boolean(),
  /** The company for rows without one. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  layout: z.enum(LAYOUT_NAMES).nullable(),
  /** The earlier import of such a file, whose settings are suggested. */
  recipe: z.object({ id: Id, fileName: z.string().nullable(), createdAt: Timestamp }).nullable(),
  total: z.number().int().nullable(),
  /** Rows that the current status has processed. */
  processed: z.number().int(),
  counts: Counts,
  dryCounts: Counts.nullable(),
  /** The one that people are enrolled in. */
  sequence: z.object({ id: Id, name: z.string() }).nullable(),
  notEnrolled: z.array(z.object({ reason: z.enum(NOT_ENROLLED_REASONS), count: z.number().int() })),
  refusals: z.array(z.object({ message: z.string(), count: z.number().int() })),
  error: z.string().nullable(),
  undo: z.object({
    state: z.enum(['possible', 'contacted', 'expired', 'none', 'running', 'done', 'failed']),
    counts: z.record(z.string(), z.number().int()),
  }),
  createdBy: z.string().nullable(),
  createdAt: Timestamp,
  /** Null while no contact has been written. */
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
})
export type ContactImport = z.infer<typeof ContactImport>

export const ContactImportSummary = ContactImport.pick({
  id: true,
  status: true,
  records: true,
  fileName: true,
  total: true,
  counts: true,
  createdBy: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
})
export type ContactImportSummary = z.infer<typeof ContactImportSummary>

const MonthScore = z.object({ n: z.number().int(), score: z.number().nullable() })

export const ResponsesByMonth = z.object({
  months: z.array(
    z.object({
      month: z.string(),
      metric: Metric,
      /** Rows that say a date and a score, whatever became of them. */
      file: MonthScore,
      stored: MonthScore,
    }),
  ),
})
export type ResponsesByMonth = z.infer<typeof ResponsesByMonth>

export const ImportPreview = z.object({
  /** ISO 3166-1 alpha-2: phone numbers without a country code are read as numbers of it. Null if there are no rows. */
  country: z.string().nullable(),
  rows: z.array(
    z.object({
      position: z.number().int(),
      /** By column: as it will be stored, and as the reader writes it. */
      cells: z.array(z.object({ text: z.string(), error: z.string().nullable() })),
      reasons: z.array(Reason),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>
