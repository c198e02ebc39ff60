import { describeBulkAction } from '@/components/bulk-actions/describe-bulk-action'
import { getT } from '@/components/i18n/server'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { TimelineActor, TimelineJob } from '@/server/contacts/timeline/schema'
import { describeChanges } from './describe-changes'
import { createLinkRenderer, type EntryOf, Quiet, QuotedText, type TimelineItemContent } from './timeline-item-content'

/* Entries of what became of the contact's record. */

type Properties = readonly ContactProperty[]

export async function describeCreated(
  { via, actor }: EntryOf<'created'>,
  properties: Properties,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  return {
    title: t(`created.${via ?? 'unknown'}`, { who: actor ? await formatActor(actor) : 'none' }),
    body: actor?.job && <JobLine job={actor.job} properties={properties} />,
  }
}

export async function describeChanged(
  { actor, changes }: EntryOf<'changed'>,
  properties: Properties,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const lines = await describeChanges(changes, properties)
  return {
    title: t(actor.job?.isUndo ? 'changedBack' : 'changed', { who: await formatActor(actor) }),
    body: (
      <>
        <ul className="grid gap-0.5 text-13 text-ink-soft">
          {lines.map((line, index) => (
            <li key={index} dir="auto" className="text-left wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
        {actor.job && <JobLine job={actor.job} properties={properties} />}
      </>
    ),
  }
}

export async function describeConsentOrMerge(
  entry: EntryOf<'optedOut' | 'optedIn' | 'bounced' | 'merged'>,
  properties: Properties,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const { kind, actor } = entry
  const who = actor ? await formatActor(actor) : ''
  if (entry.kind === 'merged') return { title: t('merged', { who, name: entry.name, email: entry.email }) }
  if (kind === 'optedIn') return { title: t('optedIn') }
  if (!actor?.job) {
    if (entry.kind === 'optedOut') return { title: t(entry.isComplaint ? 'complained' : 'optedOut') }
    const { words } = entry
    return { title: t('bounced'), body: words && <Quiet>{t('bouncedWords', { words })}</Quiet> }
  }
  return {
    title: t(kind === 'optedOut' ? 'optedOutImported' : 'bouncedImported', { who }),
    body: <JobLine job={actor.job} properties={properties} />,
  }
}

export async function describeTextMessage(
  entry: EntryOf<'smsOptedOut' | 'smsOptedIn' | 'smsReceived'>,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const { kind, phone } = entry
  const title = t(kind, { phone })
  return kind === 'smsReceived' ? { title, body: <QuotedText>{entry.text}</QuotedText> } : { title }
}

export async function describePreferences(entry: EntryOf<'preferencesChanged'>): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const { fewerSurveys, noEmail, noSms } = entry
  const lines = [
    fewerSurveys && t(fewerSurveys[1] ? 'preferences.fewer' : 'preferences.notFewer'),
    noEmail && t(noEmail[1] ? 'preferences.noEmail' : 'preferences.email'),
    noSms && t(noSms[1] ? 'preferences.noSms' : 'preferences.sms'),
  ].filter((line) => line !== undefined)
  const [title = '', ...others] = lines
  return {
    title,
    body: others.length > 0 && (
      <ul className="grid gap-0.5 text-13 text-ink-soft">
        {others.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  }
}

/** The import or bulk action of an entry, with a link to its page. */
async function JobLine({ job, properties }: { job: TimelineJob; properties: Properties }) {
  const [t, imports] = await Promise.all([getT('timeline'), getT('imports')])
  const { kind, id, isUndo } = job
  if (kind === 'bulkAction') {
    const name = await describeBulkAction(job, properties)
    const link = createLinkRenderer(`/contacts/actions/${id}`)
    return <Quiet>{t.rich(isUndo ? 'job.undoBulkAction' : 'job.bulkAction', { name, link })}</Quiet>
  }
  const name = job.fileName ?? imports('choose.pasted')
  const link = createLinkRenderer(`/contacts/imports/${id}`)
  return <Quiet>{t.rich(isUndo ? 'job.undoImport' : 'job.import', { name, link })}</Quiet>
}

export async function formatActor({ type, name }: TimelineActor): Promise<string> {
  const t = await getT('timeline')
  if (type === 'key') return name === null ? t('who.key') : t('who.namedKey', { name })
  if (type === 'user') return name ?? t('who.formerMember')
  return t(`who.${type}`)
}
