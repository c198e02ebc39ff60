import type { ReactNode } from 'react'
import { getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { Card } from '../ui/content/section'
import { CopyButton } from '../ui/controls/copy-button'

type Props = {
  title: string
  badge: { tone: Tone; text: string }
  hint?: string
  why: string
  record: { type: string; name: string; value: string } | null
  found: ReactNode
  todo: ReactNode
}

/** What a domain needs: a DNS record to copy, or something that holds without one, with what was found and what to do. */
export async function RecordCard({ title, badge, hint, why, record, found, todo }: Props) {
  const t = await getT('sendingDomain')
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-14 font-medium">{title}</h3>
          <Badge tone={badge.tone}>{badge.text}</Badge>
          {hint && <span className="text-12 text-ink-faint">{hint}</span>}
        </div>
        <p className="max-w-[65ch] text-13 text-ink-soft wrap-anywhere">{why}</p>
      </div>
      {(record || found) && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 text-13 sm:grid-cols-[80px_minmax(0,1fr)] sm:gap-y-2">
          {record && (
            <>
              <Term label={t('records.type')}>{record.type}</Term>
              <Term label={t('records.name')}>
                <Copyable text={record.name} />
              </Term>
              <Term label={t('records.value')}>
                <Copyable text={record.value} />
              </Term>
            </>
          )}
          {found && <Term label={t('records.found')}>{found}</Term>}
        </dl>
      )}
      {todo}
    </Card>
  )
}

/** What DNS holds. */
export async function FoundRecords({ records }: { records: readonly string[] }) {
  const t = await getT('sendingDomain')
  if (records.length === 0) return <span className="text-ink-soft">{t('records.nothing')}</span>
  return (
    <ul className="grid gap-1">
      {records.map((record, index) => (
        <li key={index} className="font-mono text-12 leading-5 wrap-anywhere">
          {record}
        </li>
      ))}
    </ul>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-1 text-ink-faint">{label}</dt>
      <dd className="min-w-0 pt-1 max-sm:pt-0 max-sm:pb-2">{children}</dd>
    </>
  )
}

function Copyable({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 flex-1 font-mono text-12 leading-5 wrap-anywhere">{text}</code>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} />
      </span>
    </span>
  )
}
