import { getT } from '@/components/i18n/server'
import { ResponseScoreAndStatusBadges } from '@/components/responses/score-badge'
import { getSiteNameLookup } from '@/components/reviews/site-name-lookup'
import { StarRating } from '@/components/reviews/star-rating'
import { SENDING_STATUS_TONES, STEP_STATUS_TONES } from '@/components/sequences/status-tones'
import { Badge } from '@/components/ui/content/badge'
import { TextLink } from '@/components/ui/controls/text-link'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { TimelineEntry } from '@/server/contacts/timeline/schema'
import { DeleteContactNoteDialog } from './contact-note-form'
import {
  describeChanged,
  describeConsentOrMerge,
  describeCreated,
  describePreferences,
  describeTextMessage,
  formatActor,
} from './describe-record-entry'
import {
  createLinkRenderer,
  type EntryOf,
  QuotedText,
  ReasonLine,
  type TimelineItemContent,
} from './timeline-item-content'

export type TimelineViewer = { id: string; mayDeleteAllNotes: boolean; timeZone: string }

export async function renderTimelineEntry(
  entry: TimelineEntry,
  properties: readonly ContactProperty[],
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  switch (entry.kind) {
    case 'created':
      return describeCreated(entry, properties)
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
    case 'smsOptedOut':
    case 'smsOptedIn':
    case 'smsReceived':
      return describeTextMessage(entry)
    case 'sendingAction':
      return describeSendingAction(entry)
    case 'preferencesChanged':
      return describePreferences(entry)
    default:
      return describeConsentOrMerge(entry, properties)
  }
}

async function describeEnrolled(
  { id, sequenceId, name, status, reason }: EntryOf<'enrolled'>,
  viewer: TimelineViewer,
): Promise<TimelineItemContent> {
  const [t, contacts] = await Promise.all([getT('timeline'), getT('contacts')])
  const link = createLinkRenderer(sendingHref(sequenceId, id))
  const key = sequenceId === null ? 'sentAlone' : 'enrolled'
  return {
    title: name === null ? t.rich('enrolledDeleted', { link }) : t.rich(key, { name, link }),
    badge: <Badge tone={SENDING_STATUS_TONES[status]}>{contacts(`sending.${status}`)}</Badge>,
    body: reason && <ReasonLine reason={reason} timeZone={viewer.timeZone} />,
  }
}

async function describeSendingAction({
  actor,
  action,
  sendingId,
  sequenceId,
  name,
}: EntryOf<'sendingAction'>): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const link = createLinkRenderer(sendingHref(sequenceId, sendingId))
  return {
    title: t.rich('sendingAction', { action, name: name ?? t('deletedRecord'), who: await formatActor(actor), link }),
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

async function describeAnswered({ response, consents }: EntryOf<'answered'>): Promise<TimelineItemContent> {
  const t = await getT('timeline')
  const { id, survey, comment, choices } = response
  const link = createLinkRenderer(`/responses/${id}`)
  const words = comment ?? choices
  return {
    title: t.rich('answered', { survey: survey.name, link }),
    badge: <ResponseScoreAndStatusBadges response={response} />,
    body: (words || consents.length > 0) && (
      <>
        {words && <QuotedText>{words}</QuotedText>}
        {consents.map((wording) => (
          <p key={wording} dir="auto" className="text-13 text-ink-soft">
            {t('agreedTo', { wording })}
          </p>
        ))}
      </>
    ),
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
        <QuotedText>{text === '' ? cases('reply.erased') : text}</QuotedText>
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
    body: text !== '' && <QuotedText>{text}</QuotedText>,
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
        : t.rich('noteOnResponse', { name: authorName, link: createLinkRenderer(`/responses/${responseId}`) }),
    body: (
      <p dir="auto" className="rounded-card border bg-surface px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    ),
    ...(mayDelete ? { action: <DeleteContactNoteDialog id={id} authorName={authorName} /> } : {}),
  }
}

function sendingHref(sequenceId: string | null, sendingId: string): string {
  return `/sequences/${sequenceId ?? 'none'}/sendings/${sendingId}`
}
