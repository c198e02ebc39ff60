import type { ReactNode } from 'react'
import { getLocale, getT } from '@/components/i18n/server'
import { ScoreBadge } from '@/components/responses/score-badge'
import { getSiteNameLookup } from '@/components/reviews/site-name-lookup'
import { StarRating } from '@/components/reviews/star-rating'
import { formatReason } from '@/components/sequences/format-reason'
import { SENDING_STATUS_TONES, STEP_STATUS_TONES } from '@/components/sequences/status-tones'
import { Badge } from '@/components/ui/content/badge'
import { TextLink } from '@/components/ui/controls/text-link'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { TimelineActor, TimelineEntry } from '@/server/contacts/timeline/schema'
import type { Reason } from '@/server/messaging/outcome/schema'
import { DeleteContactNoteDialog } from './contact-note-form'
import { describeChanges } from './describe-changes'

export type TimelineViewer = { id: string; mayDeleteAllNotes: boolean; timeZone: string }

/** What an entry shows: a line, badges beside it, and what it says. */
type TimelineItemContent = { title: ReactNode; badge?: ReactNode; body?: ReactNode; action?: ReactNode }

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>

export async function describeTimelineEntry(
  entry: TimelineEntry,
  properties: readonly ContactProperty[],
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  switch (entry.kind) {
    case 'created':
      return describeCreated(entry)
    case 'changed':
      return describeChanged(entry, properties)
    case 'enrolled':
      return describeEnrolled(entry, viewer)
    case 'message':
      return describeMessage(entry, viewer)
    case 'answered':
      return describeAnswered(entry)
    case 'case':
      return describeCase(entry)
    case 'reply':
      return describeReply(entry, viewer)
    case 'review':
      return describeReview(entry)
    case 'note':
      return describeNote(entry, viewer)
    default:
      return describeConsentOrMerge(entry)
  }
}

async function describeCreated({ via, actor }: EntryOf<'created'>): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const title = t(`created.${via ?? 'unknown'}`, { who: actor ? await formatActor(actor) : 'none' })
  const fileName = actor?.job?.fileName
  return { title, ...(fileName ? { body: <Quiet>{t('fromFile', { fileName })}</Quiet> } : {}) }
}

async function describeChanged(
  { actor, changes }: EntryOf<'changed'>,
  properties: readonly ContactProperty[],
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const who = await formatActor(actor)
  const kind = actor.job?.kind
  const key = kind === 'import' ? 'changedByImport' : kind === 'undoImport' ? 'changedByUndo' : 'changed'
  const lines = await describeChanges(changes, properties)
  return {
    title: t(key, { who }),
    body: (
      <ul className="grid gap-0.5 text-13 text-ink-soft">
        {lines.map((line) => (
          <li key={line} dir="auto" className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    ),
  }
}

async function describeConsentOrMerge(
  entry: EntryOf<'optedOut' | 'optedIn' | 'bounced' | 'merged'>,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const { kind, actor } = entry
  const who = actor ? await formatActor(actor) : ''
  if (entry.kind === 'merged') return { title: t('merged', { who, name: entry.name, email: entry.email }) }
  const isImported = actor?.job?.kind === 'import'
  if (kind === 'optedOut') return { title: t(isImported ? 'optedOutImported' : 'optedOut', { who }) }
  if (kind === 'bounced') return { title: t(isImported ? 'bouncedImported' : 'bounced', { who }) }
  return { title: t('optedIn') }
}

async function describeEnrolled(
  { id, sequenceId, name, status, reason }: EntryOf<'enrolled'>,
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  const [t, contacts] = await Promise.all([getT('timeline'), getT('contacts')])
  const link = linkTo(sendingHref(sequenceId, id))
  const key = sequenceId === null ? 'sentAlone' : 'enrolled'
  return {
    title: name === null ? t.rich('enrolledDeleted', { link }) : t.rich(key, { name, link }),
    badge: <Badge tone={SENDING_STATUS_TONES[status]}>{contacts(`sending.${status}`)}</Badge>,
    body: reason && <ReasonLine reason={reason} timeZone={viewer.timeZone} />,
  }
}

async function describeMessage(
  { sendingId, sequenceId, type, channel, recipient, surveyName, status, reason }: EntryOf<'message'>,
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  const [t, sequences] = await Promise.all([getT('timeline'), getT('sequences')])
  const isSms = type === 'sms' || channel === 'sms'
  const title =
    type === 'survey' && surveyName !== null
      ? t('message.survey', { survey: surveyName })
      : t(isSms ? 'message.sms' : 'message.email')
  return {
    title: (
      <>
        <TextLink href={sendingHref(sequenceId, sendingId)}>{title}</TextLink>
        {recipient !== null && <span className="text-ink-soft"> {t('toRecipient', { recipient })}</span>}
      </>
    ),
    badge: <Badge tone={STEP_STATUS_TONES[status]}>{sequences(`stepStatus.${status}`)}</Badge>,
    body: reason && <ReasonLine reason={reason} timeZone={viewer.timeZone} />,
  }
}

async function describeAnswered({ response }: EntryOf<'answered'>): Promise<TimelineItemContent> {
  const [t, responses] = await Promise.all([getT('timeline'), getT('responses')])
  const { id, survey, counts, status, comment, choices } = response
  const link = linkTo(`/responses/${id}`)
  const words = comment ?? choices
  return {
    title: t.rich('answered', { survey: survey.name, link }),
    badge: (
      <>
        {counts && <ScoreBadge response={response} />}
        {status === 'partial' && <Badge>{responses('unsubmitted')}</Badge>}
      </>
    ),
    body: words && <Words>{words}</Words>,
  }
}

async function describeCase({ responseId, event }: EntryOf<'case'>): Promise<TimelineItemContent> {
  const t = await getT('cases')
  const { kind, actorName, value } = event
  const text = t(`events.${kind}`, { who: actorName ?? t('service'), value: value ?? 'none' })
  return { title: <TextLink href={`/responses/${responseId}`}>{text}</TextLink> }
}

const REPLY_TONES = { waiting: 'accent', sent: 'positive', captured: 'neutral', failed: 'negative' } as const

async function describeReply(
  { responseId, reply }: EntryOf<'reply'>,
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  const [t, cases] = await Promise.all([getT('timeline'), getT('cases')])
  const { authorName, status, reason, text } = reply
  return {
    title: <TextLink href={`/responses/${responseId}`}>{t('replied', { name: authorName })}</TextLink>,
    badge: <Badge tone={REPLY_TONES[status]}>{cases(`reply.states.${status}`)}</Badge>,
    body: (
      <>
        <Words>{text === '' ? cases('reply.erased') : text}</Words>
        {reason && <ReasonLine reason={reason} timeZone={viewer.timeZone} />}
      </>
    ),
  }
}

async function describeReview({ id, rating, text, source, location }: EntryOf<'review'>): Promise<TimelineItemContent> {
  const [t, siteName] = await Promise.all([getT('timeline'), getSiteNameLookup({ sources: [] })])
  return {
    title: (
      <>
        <TextLink href={`/reviews/${id}`}>{t('review', { site: siteName(source) })}</TextLink>
        {location && <span className="text-ink-soft"> · {location.name}</span>}
      </>
    ),
    badge: <StarRating rating={rating} />,
    body: text !== '' && <Words>{text}</Words>,
  }
}

async function describeNote(
  { id, text, authorId, authorName, responseId }: EntryOf<'note'>,
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const mayDelete = responseId === null && (viewer.mayDeleteAllNotes || authorId === viewer.id)
  return {
    title:
      responseId === null
        ? t('noteBy', { name: authorName })
        : t.rich('noteOnResponse', { name: authorName, link: linkTo(`/responses/${responseId}`) }),
    body: (
      <p dir="auto" className="rounded-card border bg-surface px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    ),
    ...(mayDelete ? { action: <DeleteContactNoteDialog id={id} authorName={authorName} /> } : {}),
  }
}

async function formatActor({ type, name }: TimelineActor): Promise<string> {
  const t = await getT('timeline')
  if (type === 'key') return name === null ? t('who.key') : t('who.namedKey', { name })
  if (type === 'user') return name ?? t('who.formerMember')
  return t(`who.${type}`)
}

function sendingHref(sequenceId: string | null, sendingId: string): string {
  return `/sequences/${sequenceId ?? 'none'}/sendings/${sendingId}`
}

function linkTo(href: string) {
  return (text: ReactNode) => <TextLink href={href}>{text}</TextLink>
}

async function ReasonLine({ reason, timeZone }: { reason: Reason; timeZone: string }) {
  return <Quiet>{formatReason(await getT('sequences'), reason, await getLocale(), timeZone)}</Quiet>
}

function Quiet({ children }: { children: ReactNode }) {
  return <p className="text-13 wrap-anywhere text-ink-soft">{children}</p>
}

function Words({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="line-clamp-4 text-14 wrap-anywhere whitespace-pre-wrap text-ink-soft">
      {children}
    </p>
  )
}
